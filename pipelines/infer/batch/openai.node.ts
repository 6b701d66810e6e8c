// OpenAI's batch interface (https://platform.openai.com/docs/api-reference/batch), which Groq, Together, Mistral's proxies and others speak too.
import {z} from "zod";
import {bearer} from "../openai.node.js";
import type {BatchHttp} from "./http.node.js";
import {type BatchInterface, type BatchState, formed, idSchema, type Result} from "./interface.js";

const count = z.number().nullish().catch(null);
const fileId = idSchema.nullish();
const batchSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    input_file_id: fileId,
    output_file_id: fileId,
    error_file_id: fileId,
    created_at: count,
    request_counts: z.object({total: count, completed: count, failed: count}).partial().loose().nullish().catch(null),
    errors: z
      .object({data: z.array(z.object({code: z.unknown(), message: z.unknown()}).partial().loose()).nullish()})
      .loose()
      .nullish()
      .catch(null)
  })
  .loose();
const listSchema = z.object({data: z.array(z.unknown()), has_more: z.boolean().nullish()}).loose();
const uploadedSchema = z.object({id: idSchema}).loose();
const lineSchema = z
  .object({
    custom_id: z.string(),
    response: z.object({status_code: z.number(), body: z.unknown()}).loose().nullish(),
    error: z.object({code: z.unknown(), message: z.unknown()}).partial().loose().nullish()
  })
  .loose();

/** Most pages of the list of batches that are looked through, newest first, of this many batches. */
const PAGES = 50;
const PAGE = 100;
/** Seconds by which the clocks of server and client may differ. */
const CLOCK_S = 3_600;

const ENDED = new Set(["completed", "expired", "cancelled"]);

function stateOf(json: unknown): BatchState {
  const {id, status, input_file_id, output_file_id, error_file_id, created_at, request_counts, errors} = formed(
    batchSchema,
    json
  );
  const files = [output_file_id, error_file_id].filter(file => file !== null && file !== undefined);
  const reasons = (errors?.data ?? []).map(({code, message}) => [code, message].filter(Boolean).join(": "));
  return {
    id,
    status,
    phase: ENDED.has(status) || (status === "failed" && files.length > 0) ? "ended" : status === "failed" ? "refused" : "running",
    requests: request_counts?.total ?? null,
    done: request_counts?.completed ?? 0,
    failed: request_counts?.failed ?? 0,
    created: typeof created_at === "number" ? created_at * 1000 : null,
    input: input_file_id ?? null,
    results: files.map(file => `/files/${encodeURIComponent(file)}/content`),
    ...(status === "failed" && {why: reasons.slice(0, 3).join("; ") || "no reason given"})
  };
}

async function* batchesAt(http: BatchHttp, since: number, signal: AbortSignal | undefined): AsyncGenerator<BatchState> {
  let after = "";
  for (let page = 0; page < PAGES; page++) {
    const {data, has_more} = formed(listSchema, await http.get(`/batches?limit=${PAGE}${after}`, signal));
    const states = data.flatMap(each => {
      const parsed = batchSchema.safeParse(each);
      return parsed.success ? [stateOf(parsed.data)] : [];
    });
    yield* states;
    const last = states.at(-1);
    if (!has_more || !last || (last.created !== null && last.created < since - 1000 * CLOCK_S)) return;
    after = `&after=${encodeURIComponent(last.id)}`;
  }
}

const BOUNDARY = "reasonbook-batch-7f3c1d";

/** The batch interface of OpenAI's endpoints. */
export const openaiBatches: BatchInterface = {
  most: {requests: 50_000, bytes: 190_000_000}, // 50,000 and 200 MB
  frame: {before: "", between: "\n", after: "\n"},
  root: path => path,
  headers: bearer,
  urlOf: form => form.path("/v1"),
  around: (key, url) => ({
    before: `{"custom_id":${JSON.stringify(key)},"method":"POST","url":${JSON.stringify(url)},"body":`,
    after: "}"
  }),
  async upload(http, {file}, signal) {
    const part = (name: string, more = "") => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
    const json = await http.post("/files", {
      signal,
      body: {
        before: `${part("purpose")}\r\nbatch\r\n${part("file", '; filename="reasonbook.jsonl"')}content-type: application/jsonl\r\n\r\n`,
        file,
        after: `\r\n--${BOUNDARY}--\r\n`,
        type: `multipart/form-data; boundary=${BOUNDARY}`
      }
    });
    return formed(uploadedSchema, json).id;
  },
  submit: async (http, {uploaded, url}, signal) =>
    stateOf(await http.post("/batches", {signal, body: {input_file_id: uploaded, endpoint: url, completion_window: "24h"}})),
  async submitted(http, {uploaded}, {since, signal}) {
    for await (const state of batchesAt(http, since, signal)) if (state.input === uploaded) return [{state, sure: true}];
    return [];
  },
  state: async (http, id, signal) => stateOf(await http.get(`/batches/${encodeURIComponent(id)}`, signal)),
  cancel: async (http, id) => stateOf(await http.post(`/batches/${encodeURIComponent(id)}/cancel`, {body: {}})),
  read(json): Result | null {
    const parsed = lineSchema.safeParse(json);
    if (!parsed.success) return null;
    const {custom_id: key, response, error} = parsed.data;
    if (response) return {key, status: response.status_code, body: response.body};
    if (!error) return null;
    const code = String(error.code ?? "");
    if (/expired/.test(code)) return {key, undone: "expired"};
    if (/cancel/.test(code)) return {key, undone: "cancelled"};
    return {key, status: 500, body: {error}};
  }
};
