// Texts of responses that the site leaves out: fetches the part that holds the one which a reader asks for, from where the build found them.
import {sha256Hex} from "../../pipelines/book/canonical.js";
import {partsOf, TEXTS_PLACE, type TextPart, type TextsPlace} from "../../pipelines/store/textParts.js";

/** Larger parts are read by range requests, smaller ones whole, so that their digest is compared too. */
const WHOLE_PART_BYTES = 1_000_000;
/** The first bytes of a large part, which say whether it can be had and how large it is. */
const FIRST_BYTES = 4;

/** Where this page's texts lie; null where the site holds them, or nobody does. */
export const textsPlace: TextsPlace | null = JSON.parse(
  globalThis.document?.getElementById(TEXTS_PLACE)?.textContent ?? "null"
) as TextsPlace | null;

const absolute = (address: string): string => new URL(address, document.baseURI).href;
/** The folder of the parts as a reader knows it: of another server its origin, of the site's own the path. */
export const textsFrom = (): string => {
  const {origin, pathname} = new URL(absolute(textsPlace!.folder));
  return origin === location.origin ? pathname : origin;
};
/** The origin from which tables may be read besides the site's own. */
export const placeOrigin = (): string | null => (textsPlace ? new URL(absolute(textsPlace.folder)).origin : null);

/** A part as DuckDB takes it: its bytes, or the address whose ranges it reads. */
export interface FetchedPart {
  /** name of its table */
  name: string;
  address: string;
  content: Uint8Array | string;
}

/** A text could not be fetched: its message says from where and why, in one line. */
export class NotFetched extends Error {
  override name = "NotFetched";
}

const refused = (address: string, reason: string): NotFetched =>
  new NotFetched(`The text could not be fetched from ${address}: ${reason}.`);

let listed: Promise<TextPart[]> | undefined;
function list(): Promise<TextPart[]> {
  listed ??= get(absolute(textsPlace!.list)).then(response => response.json() as Promise<TextPart[]>);
  listed.catch(() => (listed = undefined)); // a reader may ask again
  return listed;
}

const whole = new Map<string, Uint8Array>();

/** The parts with a model's responses to the tests of a task, each as it can be had now. Rejects with NotFetched. */
export async function partsFor(key: {model: string; base_task: string}): Promise<FetchedPart[]> {
  const all = await list();
  return Promise.all(
    partsOf(all, key).map(async part => {
      const address = absolute(textsPlace!.folder + part.address);
      return {name: `texts_${all.indexOf(part)}`, address, content: await contentOf(address, part)};
    })
  );
}

async function contentOf(address: string, part: TextPart): Promise<Uint8Array | string> {
  const known = whole.get(address);
  if (known) return known;
  if (part.bytes > WHOLE_PART_BYTES) {
    const response = await get(address, {range: `bytes=0-${FIRST_BYTES - 1}`});
    if (response.status === 206) {
      const size = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? (await sizeOf(address));
      if (size !== null && Number(size) !== part.bytes) throw refused(address, otherBytes(Number(size), part.bytes));
      return address;
    }
    return keep(address, part, response); // a server without ranges sends all of it
  }
  return keep(address, part, await get(address));
}

async function keep(address: string, part: TextPart, response: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(
    await response.arrayBuffer().catch(() => {
      throw refused(address, "the connection broke off");
    })
  );
  if (bytes.length !== part.bytes) throw refused(address, otherBytes(bytes.length, part.bytes));
  if (sha256Hex(bytes) !== part.sha256)
    throw refused(address, "its digest is not the one that it had when this site was built, so its content is another");
  whole.set(address, bytes);
  return bytes;
}

const otherBytes = (now: number, then: number): string =>
  `it has ${now.toLocaleString("en")} bytes and had ${then.toLocaleString("en")} when this site was built, so its content is another`;

/** Size by the header that scripts may always read, for a server that does not show them Content-Range. */
async function sizeOf(address: string): Promise<string | null> {
  const {ok, headers} = await fetch(address, {method: "HEAD", credentials: "omit"}).catch(
    () => new Response(null, {status: 500})
  );
  return ok ? headers.get("content-length") : null;
}

/** A server that has sent nothing for so long is taken for one that never will. */
const PATIENCE_SECONDS = 60;

/** Fetches an address. Rejects with NotFetched. */
async function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const isOwn = new URL(address).origin === location.origin;
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), 1_000 * PATIENCE_SECONDS);
  const whyNot = (): string => {
    if (silent.signal.aborted) return `the server did not answer within ${PATIENCE_SECONDS} seconds`;
    if (navigator.onLine === false) return "this browser is offline";
    return `the server cannot be reached${isOwn ? "" : ", or does not let this site's pages read it (CORS)"}`;
  };
  const response = await fetch(address, {headers, credentials: isOwn ? "same-origin" : "omit", signal: silent.signal})
    .catch(() => {
      throw refused(address, whyNot());
    })
    .finally(() => clearTimeout(timer));
  if (!response.ok) throw refused(address, `the server answered ${response.status}`);
  return response;
}
