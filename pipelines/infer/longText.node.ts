// Long texts in pieces: JSON of a request that holds one is written and hashed piece by piece, so that a prompt of ten million tokens is in memory once.
import {createHash, type Hash} from "node:crypto";
import type {ChatRequest} from "./completion.js";

/** Characters from which a message's text is written in pieces, and of a piece. */
const LONG = 2 ** 20;
const PIECE = 2 ** 15;

/** A text that is made piece by piece, as often as it is asked for. */
export type Pieces = Iterable<string>;

/** A text in pieces, none of which ends within a surrogate pair. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + PIECE);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield text.slice(start, end);
    start = end;
  }
}
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/**
 * What `write` makes of a request as JSON, in pieces where a message is long: those are written apart, and a mark stands for each of them.
 * @param write puts each message's text into a JSON string once, and looks into none
 */
export function written(request: ChatRequest, write: (request: ChatRequest) => string): string | Pieces {
  if (!request.messages.some(isLong)) return write(request); // the usual case
  const mark = markFor(request);
  const long: string[] = [];
  const messages = request.messages.map(message =>
    isLong(message) ? {...message, content: `${mark}${long.push(message.content) - 1}.`} : message
  );
  const around = write({...request, messages}).split(new RegExp(`${mark}(\\d+)\\.`, "u"));
  if (around.length !== 2 * long.length + 1) return write(request); // a text is not in it just once
  return {
    *[Symbol.iterator]() {
      for (const [i, part] of around.entries()) {
        if (i % 2 === 0) yield part;
        else for (const piece of piecesOf(long[Number(part)]!)) yield JSON.stringify(piece).slice(1, -1);
      }
    }
  };
}

const isLong = ({content}: {content: string}): boolean => content.length > LONG;

/** A word that occurs nowhere in a request, apart from its long texts. */
function markFor({messages, ...rest}: ChatRequest): string {
  const others = JSON.stringify([rest, messages.filter(message => !isLong(message))]);
  let mark = "long-text-";
  for (let n = 0; others.includes(mark); n++) mark = `long-text-${n}-`;
  return mark;
}

/** Bytes of a text in UTF-8. */
export const bytesOf = (text: string | Pieces): number => {
  if (typeof text === "string") return Buffer.byteLength(text);
  let bytes = 0;
  for (const piece of text) bytes += Buffer.byteLength(piece);
  return bytes;
};

/** SHA-256 of a text in UTF-8, 64 hexadecimal digits. */
export const digestOf = (text: string | Pieces): string => {
  const digest: Hash = createHash("sha256");
  for (const piece of typeof text === "string" ? piecesOf(text) : text) digest.update(piece, "utf8");
  return digest.digest("hex");
};
