// A client of S3-compatible storage: puts, gets and measures objects, with credentials from the usual AWS_* variables.

import {createReadStream} from "node:fs";
import {setTimeout as sleep} from "node:timers/promises";
import {AwsV4Signer} from "aws4fetch";
import type {Dispatcher} from "undici";
import {oneLine} from "../../infer/failure.js";
import {dispatcherTo} from "../../infer/send.node.js";
import {currentIo} from "../../io/current.node.js";
import type {Io} from "../../io/io.js";
import {UserError} from "../../rows/error.js";

/** A place in a bucket: `s3://bucket/prefix`. */
export interface S3Place {
  bucket: string;
  /** Without slashes at its ends; may be empty. */
  prefix: string;
}

export interface S3 extends AsyncDisposable {
  /** Stores a file or a text whole, or not at all. The server compares it with its digest. */
  put(key: string, body: {file: string; bytes: number; sha256: string} | {text: string; sha256: string}): Promise<void>;
  /** An object's size; null where there is none, undefined where it may not be asked: without the right to list, storage says 403 of what is not there. */
  size(key: string): Promise<number | null | undefined>;
  /** An object's bytes, part by part; null where there is none. */
  get(key: string): Promise<AsyncIterable<Buffer> | null>;
}

/** Further attempts at a request that may succeed later, with a wait that doubles. */
const RETRIES = 4;
const FIRST_WAIT_MS = 250;
const SILENCE_MS = 120_000;
const LONGEST_ERROR = 65_536;

/** The place that a URL names; null where it is no s3:// URL. Throws a UserError where it is one without a bucket. */
export function s3Place(target: string): S3Place | null {
  if (!/^s3:\/\//i.test(target)) return null;
  const [bucket = "", ...parts] = target.slice("s3://".length).split("/");
  const prefix = parts.filter(part => part !== "").join("/");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new UserError(
      `${target}: expected s3://BUCKET/PREFIX with a bucket's name of 3 to 63 lower-case letters, digits, . and -`
    );
  if (parts.some(part => part === "." || part === "..")) throw new UserError(`${target}: a prefix has no . or .. in it`);
  return {bucket, prefix};
}

/** The variables that name credentials, region and endpoint, as AWS's own tools read them. */
function settings(env: NodeJS.ProcessEnv) {
  const {AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken} = env;
  if (!accessKeyId || !secretAccessKey)
    throw new UserError("s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  if (endpoint && !URL.canParse(endpoint))
    throw new UserError(`AWS_ENDPOINT_URL "${endpoint}" is not a URL; expected one such as http://localhost:9000`);
  return {accessKeyId, secretAccessKey, sessionToken, endpoint, region: env.AWS_REGION || env.AWS_DEFAULT_REGION || "us-east-1"};
}

/** A key as a path of a URL, escaped as the signature wants it. */
const pathOf = (key: string): string =>
  key
    .split("/")
    .map(part => encodeURIComponent(part).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`))
    .join("/");

/** Opens a client for one bucket. Throws a UserError where credentials are missing. */
export function openS3({bucket}: S3Place, env: Io["env"] = currentIo().env): S3 {
  const {accessKeyId, secretAccessKey, sessionToken, endpoint, region} = settings(env);
  const named = endpoint === undefined && !bucket.includes(".");
  const root =
    endpoint?.replace(/\/+$/, "") ??
    (named ? `https://${bucket}.s3.${region}.amazonaws.com` : `https://s3.${region}.amazonaws.com`);
  const base = named ? root : `${root}/${bucket}`;
  const pool = dispatcherTo(new URL(base), {connections: 8});
  const clean = (text: string) => [secretAccessKey, sessionToken ?? ""].reduce((kept, secret) => oneLine(kept, {secret}), text);

  const send = async (
    method: "PUT" | "GET" | "HEAD",
    key: string,
    {sha256 = EMPTY, bytes, body}: {sha256?: string; bytes?: number; body?: () => unknown} = {}
  ): Promise<Dispatcher.ResponseData> => {
    const what = `${method} s3://${bucket}/${key}`;
    for (let retry = 0; ; retry++) {
      const signer = new AwsV4Signer({
        method,
        accessKeyId,
        secretAccessKey,
        service: "s3",
        region,
        url: `${base}/${pathOf(key)}`,
        headers: {"x-amz-content-sha256": sha256},
        ...(sessionToken !== undefined && {sessionToken})
      });
      const {url, headers} = await signer.sign();
      let message: string;
      try {
        const response = await pool.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: {
            ...Object.fromEntries(headers as unknown as Iterable<[string, string]>),
            ...(bytes !== undefined && {"content-length": String(bytes)})
          },
          headersTimeout: SILENCE_MS,
          bodyTimeout: SILENCE_MS,
          ...(body && {body: body() as never})
        });
        const {statusCode} = response;
        if (statusCode < 300 || (statusCode === 404 && method !== "PUT") || (statusCode === 403 && method === "HEAD"))
          return response;
        message = `${what}: ${statusCode} ${clean(await reasonIn(response.body))}`.trim();
        const isPassing = statusCode >= 500 || statusCode === 429;
        if (!isPassing || retry >= RETRIES) throw new S3Error(message);
      } catch (error) {
        if (error instanceof S3Error) throw error;
        message = `${what}: ${clean((error as Error).message)}`;
        if (retry >= RETRIES) throw new S3Error(message);
      }
      await sleep(FIRST_WAIT_MS * 2 ** retry);
    }
  };

  return {
    async put(key, body) {
      const given =
        "text" in body
          ? {bytes: Buffer.byteLength(body.text), body: () => body.text}
          : {bytes: body.bytes, body: () => createReadStream(body.file)};
      const response = await send("PUT", key, {sha256: body.sha256, ...given});
      await response.body.dump();
    },
    async size(key) {
      const {statusCode, headers, body} = await send("HEAD", key);
      await body.dump();
      if (statusCode === 403) return undefined;
      return statusCode === 404 ? null : Number(headers["content-length"] ?? Number.NaN);
    },
    async get(key) {
      const {statusCode, body} = await send("GET", key);
      if (statusCode !== 404) return body as AsyncIterable<Buffer>;
      await body.dump();
      return null;
    },
    [Symbol.asyncDispose]: () => pool.close()
  };
}

/** Storage refused, or could not be reached. */
export class S3Error extends Error {
  override name = "S3Error";
}

/** SHA-256 of nothing. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Code and message of an error, which S3 writes as XML. */
async function reasonIn(body: Dispatcher.ResponseData["body"]): Promise<string> {
  let text = "";
  for await (const part of body as AsyncIterable<Buffer>) {
    text += part.toString();
    if (text.length > LONGEST_ERROR) break;
  }
  const of = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return [of("Code"), of("Message")].filter(Boolean).join(": ");
}
