// The built-in server's batch interfaces, OpenAI's and Anthropic's, with a settable delay and faults for tests. All of it is in memory.
import {randomUUID} from "node:crypto";
import type {IncomingMessage, ServerResponse} from "node:http";
import {z} from "zod";

/** What is asked of a batch interface. */
type Stage = "upload" | "submit" | "list" | "state" | "results" | "cancel";

export interface BatchSettings {
  /** Milliseconds from a submission to its end. */
  delayMs?: number;
  /**
   * Called before a request is answered; whatever it has asked for has been done already. Where it returns "drop", the connection ends without
   * an answer; where it returns a status, an error of that status is answered instead.
   */
  on?: (stage: Stage) => undefined | "drop" | number | Promise<undefined | "drop" | number>;
  /** What becomes of a request: an error's status, `expired`, `cancelled`; absent = it is answered. */
  fate?: (key: string, batch: number) => number | "expired" | "cancelled" | undefined;
  /** Changes the lines of results before they are sent. */
  lines?: (lines: string[], batch: number) => string[];
}

/** Answers a request as the endpoint would, given its path. */
export type AnswerOf = (path: string, body: unknown) => Promise<{status: number; body: unknown}>;

interface Line {
  key: string;
  path: string;
  body: unknown;
}

interface Batch {
  id: string;
  number: number;
  form: "openai" | "anthropic";
  endpoint: string;
  input: string | null;
  created: number;
  lines: Line[];
  results: {key: string; fate: "expired" | "cancelled" | null; status: number; body: unknown}[];
  ended: boolean;
  cancelled: boolean;
}

const openaiLine = z.looseObject({custom_id: z.string(), url: z.string(), body: z.unknown()});
const anthropicBody = z.looseObject({requests: z.array(z.looseObject({custom_id: z.string(), params: z.unknown()})).min(1)});
const PAGE = 20;

/** Opens the interfaces. `serve` returns false for a path that is none of theirs. */
export function referenceBatches(answer: AnswerOf, settings: BatchSettings = {}) {
  const {on, fate, lines: changed} = settings;
  const files = new Map<string, string>();
  const batches: Batch[] = [];

  const work = async (batch: Batch): Promise<void> => {
    for (const {key, path, body} of batch.lines) {
      if (batch.cancelled) break;
      const given = fate?.(key, batch.number);
      if (typeof given === "string") {
        batch.results.push({key, fate: given, status: 0, body: null});
        continue;
      }
      const answered = given === undefined ? await answer(path, body) : {status: given, body: errorBody(batch.form, given)};
      batch.results.push({key, fate: null, ...answered});
      await new Promise(resolve => setImmediate(resolve));
    }
    for (const {key} of batch.lines.slice(batch.results.length))
      batch.results.push({key, fate: "cancelled", status: 0, body: null});
    setTimeout(() => (batch.ended = true), Math.max(0, batch.created + (settings.delayMs ?? 0) - Date.now())).unref();
  };
  const begin = (of: Pick<Batch, "form" | "endpoint" | "input" | "lines">): Batch => {
    const id = `${of.form === "openai" ? "batch_" : "msgbatch_"}${randomUUID().replaceAll("-", "")}`;
    const own = {id, number: batches.length, created: Date.now(), results: [], ended: false, cancelled: false};
    const batch: Batch = {...of, ...own};
    batches.push(batch);
    void work(batch);
    return batch;
  };
  const resultsOf = (batch: Batch, isWanted: (result: Batch["results"][number]) => boolean): string => {
    const write = batch.form === "openai" ? openaiResult : anthropicResult;
    const lines = batch.results.filter(isWanted).map(result => JSON.stringify(write(result)));
    return (changed?.(lines, batch.number) ?? lines).map(line => `${line}\n`).join("");
  };
  const isFailed = ({fate, status}: Batch["results"][number]): boolean => fate !== null || status >= 400;

  const openaiState = (batch: Batch) => {
    const failed = batch.results.filter(isFailed).length;
    const expired = batch.results.some(each => each.fate === "expired");
    const status = !batch.ended ? "in_progress" : batch.cancelled ? "cancelled" : expired ? "expired" : "completed";
    return {
      id: batch.id,
      object: "batch",
      endpoint: batch.endpoint,
      errors: null,
      input_file_id: batch.input,
      completion_window: "24h",
      status: batch.lines.length === 0 ? "failed" : status,
      ...(batch.lines.length === 0 && {errors: {object: "list", data: [{code: "invalid_json_line", message: "no requests"}]}}),
      output_file_id: batch.ended && failed < batch.lines.length ? `file-out-${batch.id}` : null,
      error_file_id: batch.ended && failed > 0 ? `file-err-${batch.id}` : null,
      created_at: Math.floor(batch.created / 1000),
      request_counts: {total: batch.lines.length, completed: batch.results.length - failed, failed},
      metadata: null
    };
  };
  const anthropicState = (batch: Batch, base: string) => {
    const of = (isWanted: (result: Batch["results"][number]) => boolean) => batch.results.filter(isWanted).length;
    return {
      id: batch.id,
      type: "message_batch",
      processing_status: batch.ended ? "ended" : batch.cancelled ? "canceling" : "in_progress",
      request_counts: {
        processing: batch.lines.length - batch.results.length,
        succeeded: of(each => !isFailed(each)),
        errored: of(each => each.fate === null && each.status >= 400),
        canceled: of(each => each.fate === "cancelled"),
        expired: of(each => each.fate === "expired")
      },
      created_at: new Date(batch.created).toISOString(),
      expires_at: new Date(batch.created + 86_400_000).toISOString(),
      ended_at: batch.ended ? new Date().toISOString() : null,
      results_url: batch.ended ? `${base}/v1/messages/batches/${batch.id}/results` : null
    };
  };

  type Reply = {stage: Stage; status?: number; json?: unknown; text?: string};
  const none = (stage: Stage): Reply => ({
    stage,
    status: 404,
    json: {error: {message: "there is no such batch or file", type: "invalid_request_error", code: "not_found"}}
  });
  const page = <T>(own: Batch[], write: (batch: Batch) => T, after: string | null, limit: number) => {
    const newest = own.toReversed();
    const start = after === null ? 0 : newest.findIndex(({id}) => id === after) + 1;
    const shown = newest.slice(start, start + limit);
    const ids = {first_id: shown[0]?.id ?? null, last_id: shown.at(-1)?.id ?? null};
    return {object: "list", data: shown.map(write), ...ids, has_more: start + limit < newest.length};
  };

  const replyTo = (method: string, url: URL, body: Buffer, headers: IncomingMessage["headers"]): Reply | null => {
    const path = url.pathname;
    const limit = Number(url.searchParams.get("limit") ?? PAGE);
    const of = (form: Batch["form"]) => batches.filter(each => each.form === form);
    const [, id = "", deed] = /^\/v1\/(?:messages\/)?batches\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const batch = batches.find(each => each.id === id);
    if (path === "/v1/files" && method === "POST") {
      const file = `file-${randomUUID().replaceAll("-", "")}`;
      const text = fileIn(body, headers["content-type"]);
      files.set(file, text);
      return {stage: "upload", json: {id: file, object: "file", bytes: text.length, purpose: "batch", filename: "batch.jsonl"}};
    }
    const output = /^\/v1\/files\/file-(out|err)-([^/]+)\/content$/.exec(path);
    if (output) {
      const own = batches.find(each => each.id === output[2]);
      return own ? {stage: "results", text: resultsOf(own, each => isFailed(each) === (output[1] === "err"))} : none("results");
    }
    if (path === "/v1/batches" && method === "GET")
      return {stage: "list", json: page(of("openai"), openaiState, url.searchParams.get("after"), limit)};
    if (path === "/v1/messages/batches" && method === "GET")
      return {
        stage: "list",
        json: page(of("anthropic"), each => anthropicState(each, url.origin), url.searchParams.get("after_id"), limit)
      };
    if (path === "/v1/batches") {
      const {input_file_id: input, endpoint} = JSON.parse(body.toString()) as {input_file_id: string; endpoint: string};
      const text = files.get(input);
      if (text === undefined) return none("submit");
      const lines = text
        .split("\n")
        .filter(line => line.trim() !== "")
        .map(line => openaiLine.parse(JSON.parse(line)));
      return {
        stage: "submit",
        json: openaiState(
          begin({
            form: "openai",
            endpoint,
            input,
            lines: lines.map(each => ({key: each.custom_id, path: each.url, body: each.body}))
          })
        )
      };
    }
    if (path === "/v1/messages/batches") {
      const {requests} = anthropicBody.parse(JSON.parse(body.toString()));
      const lines = requests.map(each => ({key: each.custom_id, path: "/v1/messages", body: each.params}));
      return {
        stage: "submit",
        json: anthropicState(begin({form: "anthropic", endpoint: "/v1/messages", input: null, lines}), url.origin)
      };
    }
    if (id === "") return null;
    const stage = deed === "cancel" ? "cancel" : deed === "results" ? "results" : "state";
    if (!batch) return none(stage);
    if (deed === "cancel") batch.cancelled = true;
    if (deed === "results") return {stage, text: resultsOf(batch, () => true)};
    return {stage, json: batch.form === "openai" ? openaiState(batch) : anthropicState(batch, url.origin)};
  };

  return {
    /** The batches so far, for tests: what was asked, and how often. */
    batches: batches as readonly Batch[],
    /** Whether a path is one of these interfaces'. */
    isBatchPath: (path: string): boolean => /^\/v1\/(files|batches|messages\/batches)(\/|$)/.test(path),
    async serve(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
      const url = new URL(request.url!, `http://${request.headers.host ?? "127.0.0.1"}`);
      const reply = replyTo(request.method!, url, body, request.headers) ?? none("state");
      const fault = await on?.(reply.stage);
      if (fault === "drop") return void response.destroy();
      const status = fault ?? reply.status ?? 200;
      const json = fault === undefined ? reply.json : {error: {message: `simulated ${fault}`, type: "server_error"}};
      const text = fault === undefined ? reply.text : undefined;
      const bytes = Buffer.from(text ?? JSON.stringify(json));
      const type = text === undefined ? "application/json" : "application/x-jsonlines";
      response.writeHead(status, {"content-type": type, "content-length": bytes.length}).end(bytes);
    }
  };
}

const errorBody = (form: Batch["form"], status: number): object => {
  const error = {type: status < 500 ? "invalid_request_error" : "api_error", message: `simulated ${status}`};
  return form === "openai" ? {error} : {type: "error", error};
};

const CODES = {expired: "batch_expired", cancelled: "batch_cancelled"};

const openaiResult = ({key, fate, status, body}: Batch["results"][number]): object => ({
  id: `batch_req_${key.slice(0, 16)}`,
  custom_id: key,
  response: fate === null ? {status_code: status, request_id: key.slice(0, 16), body} : null,
  error: fate === null ? null : {code: CODES[fate], message: `this request was ${fate}`}
});

const anthropicResult = ({key, fate, status, body}: Batch["results"][number]): object => ({
  custom_id: key,
  result:
    fate !== null
      ? {type: fate === "cancelled" ? "canceled" : fate}
      : status < 400
        ? {type: "succeeded", message: body}
        : {type: "errored", error: body}
});

/** The part `file` of a multipart body. */
function fileIn(body: Buffer, type = ""): string {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return "";
  for (const part of body.toString("utf8").split(`--${boundary}`)) {
    const head = part.indexOf("\r\n\r\n");
    if (head >= 0 && /name="?file"?(?:;|\r|$)/m.test(part.slice(0, head))) return part.slice(head + 4).replace(/\r\n$/, "");
  }
  return "";
}
