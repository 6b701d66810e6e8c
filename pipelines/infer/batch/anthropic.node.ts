// Anthropic's batch interface (https://docs.anthropic.com/en/api/creating-message-batches).
import {z} from "zod";
import {anthropic} from "../anthropic.node.js";
import type {BatchHttp} from "./http.node.js";
import {type BatchInterface, type BatchState, formed, idSchema, type Result} from "./interface.js";

const count = z.number().nullish().catch(null);
const batchSchema = z
  .object({
    id: idSchema,
    processing_status: z.string(),
    request_counts: z
      .object({processing: count, succeeded: count, errored: count, canceled: count, expired: count})
      .partial()
      .loose()
      .nullish()
      .catch(null),
    created_at: z.string().nullish().catch(null)
  })
  .loose();
const listSchema = z.object({data: z.array(z.unknown()), has_more: z.boolean().nullish()}).loose();
const lineSchema = z
  .object({
    custom_id: z.string(),
    result: z.object({type: z.string(), message: z.unknown(), error: z.unknown()}).partial({message: true, error: true}).loose()
  })
  .loose();
const errorSchema = z.object({error: z.object({type: z.string()}).loose()}).loose();

/** Most pages of the list of batches that are looked through, newest first, of this many batches. */
const PAGES = 20;
const PAGE = 100;
/** Milliseconds by which the clocks of server and client may differ. */
const CLOCK_MS = 3_600_000;

/** https://docs.anthropic.com/en/api/errors: the status with which each kind of error is answered. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529
};

const PATH = "/messages/batches";

function stateOf(json: unknown): BatchState {
  const {id, processing_status: status, request_counts, created_at} = formed(batchSchema, json);
  const {processing, succeeded, errored, canceled, expired} = request_counts ?? {};
  const created = created_at ? Date.parse(created_at) : Number.NaN;
  const done = succeeded ?? 0;
  const failed = (errored ?? 0) + (canceled ?? 0) + (expired ?? 0);
  return {
    id,
    status,
    phase: status === "ended" ? "ended" : "running",
    requests: request_counts ? done + failed + (processing ?? 0) : null,
    done,
    failed,
    created: Number.isNaN(created) ? null : created,
    input: null,
    // not `results_url`, which may name another host, that would get the key
    results: status === "ended" ? [`${PATH}/${encodeURIComponent(id)}/results`] : []
  };
}

async function* batchesAt(http: BatchHttp, since: number, signal: AbortSignal | undefined): AsyncGenerator<BatchState> {
  let after = "";
  for (let page = 0; page < PAGES; page++) {
    const {data, has_more} = formed(listSchema, await http.get(`${PATH}?limit=${PAGE}${after}`, signal));
    for (const each of data) {
      const parsed = batchSchema.safeParse(each);
      if (!parsed.success) continue;
      const state = stateOf(parsed.data);
      if (state.created !== null && state.created < since - CLOCK_MS) return;
      yield state;
      after = `&after_id=${encodeURIComponent(state.id)}`;
    }
    if (!has_more || data.length === 0) return;
  }
}

/** The batch interface of Anthropic's endpoints. */
export const anthropicBatches: BatchInterface = {
  most: {requests: 50_000, bytes: 190_000_000}, // 100,000 and 256 MB; smaller ones come back sooner
  frame: {before: '{"requests":[\n', between: ",\n", after: "\n]}"},
  root: path => (path.endsWith("/v1") ? path : `${path}/v1`),
  headers: (apiKey, url) => anthropic.headers(apiKey, url),
  urlOf: form => form.path(""),
  around: key => ({before: `{"custom_id":${JSON.stringify(key)},"params":`, after: "}"}),
  upload: null,
  submit: async (http, {file}, signal) =>
    stateOf(await http.post(PATH, {signal, body: {before: "", file, after: "", type: "application/json"}})),
  async submitted(http, {requests}, {since, signal}) {
    const found: {state: BatchState; sure: boolean}[] = [];
    for await (const state of batchesAt(http, since, signal))
      if (state.requests === null || state.requests === requests) found.push({state, sure: false});
    return found;
  },
  state: async (http, id, signal) => stateOf(await http.get(`${PATH}/${encodeURIComponent(id)}`, signal)),
  cancel: async (http, id) => stateOf(await http.post(`${PATH}/${encodeURIComponent(id)}/cancel`, {body: {}})),
  read(json): Result | null {
    const parsed = lineSchema.safeParse(json);
    if (!parsed.success) return null;
    const {custom_id: key, result} = parsed.data;
    if (result.type === "succeeded") return {key, status: 200, body: result.message};
    if (result.type === "expired") return {key, undone: "expired"};
    if (result.type === "canceled") return {key, undone: "cancelled"};
    if (result.type !== "errored") return null;
    // the error is documented as a whole error response, of which some libraries show the inner part alone
    const whole = errorSchema.safeParse(result.error);
    const body = whole.success ? result.error : {type: "error", error: result.error};
    const type = String((body as {error?: {type?: unknown}}).error?.type ?? "");
    return {key, status: STATUS[type] ?? 500, body};
  }
};
