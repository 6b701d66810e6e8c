// What the batch interfaces of OpenAI and Anthropic have in common: many requests are handed over at once, and fetched hours later.
import {z} from "zod";
import type {Model} from "../../book/types.js";
import {AttemptError} from "../failure.js";
import type {Wire} from "../wire.js";
import type {BatchHttp} from "./http.node.js";

/** Ids that a server gives become parts of paths. */
export const idSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/);

/** A server's answer in the form that is expected of it. Throws an EndpointError where it has another. */
export function formed<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [{path, message}] = parsed.error.issues as [z.core.$ZodIssue];
  const details = {status: 200, retryable: false};
  throw new AttemptError(`answer is not in the batch interface's form: ${path.join(".") || "value"}: ${message}`, details, false);
}

/** A batch as its server describes it. */
export interface BatchState {
  id: string;
  /** `ended`: its results can be read, all or those that came before it expired or was cancelled; `refused`: nothing of it was asked. */
  phase: "running" | "ended" | "refused";
  /** The server's own word. */
  status: string;
  requests: number | null;
  done: number;
  failed: number;
  /** Milliseconds since 1970, null where the server does not say. */
  created: number | null;
  /** Of OpenAI's interface: the file with its requests. */
  input: string | null;
  /** Paths of the files of results. */
  results: string[];
  /** Why it was refused. */
  why?: string;
}

/** What a line of results holds: an answer as the endpoint would have sent it, or that the request was not worked on. */
export type Result = {key: string} & ({status: number; body: unknown} | {undone: "expired" | "cancelled"});

/** What is handed over at once. */
export interface Upload {
  /** A file of lines, with what stands between and around them. */
  file: string;
  /** Number of requests. */
  requests: number;
  /** The path that each of them is for, below the interface's root. */
  url: string;
  /** The id of the uploaded file, where the interface wants one first. */
  uploaded: string | null;
}

export interface BatchInterface {
  /** Most that one batch may hold. */
  most: {requests: number; bytes: number};
  /** Text in front of, between and behind the requests of an upload. */
  frame: {before: string; between: string; after: string};
  /** The path below which it answers, given the base URL's. */
  root(basePath: string): string;
  headers(apiKey: string | undefined, url: URL): Record<string, string>;
  /** The path of a batch's requests, which its server is told. */
  urlOf(form: Wire): string;
  /** Text in front of and behind the body of one request. */
  around(key: string, url: string): {before: string; after: string};
  /** Uploads the file and returns its id; null where it goes with the submission. */
  upload: ((http: BatchHttp, upload: Upload, signal?: AbortSignal) => Promise<string>) | null;
  submit(http: BatchHttp, upload: Upload, signal?: AbortSignal): Promise<BatchState>;
  /**
   * Batches at the server that may be this one, submitted since a time. `sure` where the server's description says so; else only the ids in
   * their results do.
   */
  submitted(
    http: BatchHttp,
    upload: Upload,
    {since, signal}: {since: number; signal?: AbortSignal | undefined}
  ): Promise<{state: BatchState; sure: boolean}[]>;
  state(http: BatchHttp, id: string, signal?: AbortSignal): Promise<BatchState>;
  cancel(http: BatchHttp, id: string): Promise<BatchState>;
  /** What a line of results says; null where it is none. */
  read(json: unknown): Result | null;
}

/** Share of the list price that a request in a batch costs, where the model's file names none: what OpenAI, Anthropic and others take. */
const USUAL_SHARE = 0.5;

/** Share of the list price that requests in a batch cost. */
export const batchShare = ({batch_price}: Pick<Model, "batch_price">): number => batch_price ?? USUAL_SHARE;

/** Price of a model's requests in a batch. */
export function batchPrice({price, batch_price}: Pick<Model, "price" | "batch_price">): Model["price"] {
  if (!price) return undefined;
  const share = batchShare({batch_price});
  const {input, output, cached_input} = price;
  return {
    input: share * input,
    output: share * output,
    ...(cached_input !== undefined && {cached_input: share * cached_input})
  };
}
