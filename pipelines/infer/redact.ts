// Removes API keys from texts, in whatever form a server sends them back: escaped, encoded, reversed, spaced out or in pieces.

const MARK = "[key]";
/** Keys shorter than this are searched only as whole words, never in pieces, because a few letters occur in many texts. */
const SHORT = 8;
/** Keys shorter than this are not searched for. */
const SHORTEST = 3;
/** A short word or number as a key is a placeholder ("EMPTY", "none", "1234") that may well be part of an answer. */
const PLACE_HOLDER = /^(?:\p{L}+|\d+)$/u;

const ENTITIES: Record<string, string> = {amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", sol: "/", plus: "+", equals: "="};
/** Places of bytes in an object that was an array: {"0":115,"1":107}. */
const PLACE = /"\d{1,4}"\s*:(?=\s*\d)/gu;
const ESCAPE =
  /%u(?<script>[0-9a-f]{4})|\\(?<octal>[0-3][0-7]{2})|=(?<quoted>[0-9A-F]{2})|\\u\{?(?<json>[0-9a-f]{1,6})\}?|\\x(?<byte>[0-9a-f]{2})|%(?<url>[0-9a-f]{2})|&#x(?<hex>[0-9a-f]{1,6});?|&#(?<decimal>\d{1,7});?|&(?<name>[a-z]{2,6});|\\(?<plain>[^\w\s])/giu;
/** Most levels of nested escapes that are decoded. */
const LAYERS = 3;
/**
 * Characters that may stand between the pieces of a key: white space, invisible characters, quotes, and punctuation of lists and string
 * concatenation.
 */
const BETWEEN = /[\s\p{C}"'`,;:|\\·]/u;
const BASE64 = /[A-Za-z0-9+/=_-]/;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** A transformed text with the position in the original of each of its UTF-16 units. */
interface View {
  text: string;
  from: number[];
  to: number[];
}

interface Span {
  from: number;
  to: number;
}

/** A key, or several: that of a model and the values of its headers. */
export type Secrets = string | readonly string[] | undefined;
const listOf = (secrets: Secrets): readonly (string | undefined)[] =>
  typeof secrets === "string" || secrets === undefined ? [secrets] : secrets;

/** A text without the keys. */
export const redacted = (text: string, secrets: Secrets): string =>
  listOf(secrets).reduce((rest: string, secret) => redactedParts([rest], secret)[0]!, text);

/**
 * The texts of one answer without the key, which may begin in one text and end in the next. Placeholders are kept, because they may be part
 * of the answer.
 */
export const answerWithoutKey = (parts: readonly string[], secrets: Secrets): string[] =>
  listOf(secrets)
    .filter(secret => secret === undefined || secret.length >= SHORT || !PLACE_HOLDER.test(secret))
    .reduce((rest: string[], secret) => redactedParts(rest, secret), [...parts]);

function redactedParts(parts: readonly string[], given: string | undefined): string[] {
  const secret = given?.trim() ?? "";
  if (secret.length < SHORTEST) return [...parts];
  const whole = parts.join("");
  const spans = merged(secret.length < SHORT ? wordsOf(whole, secret) : spansOf(whole, secret));
  if (spans.length === 0) return [...parts];
  let start = 0;
  return parts.map(part => {
    const end = start + part.length;
    let [kept, place] = ["", start];
    for (const {from, to} of spans) {
      if (from >= end || to <= start) continue;
      kept += whole.slice(place, Math.max(place, from)) + MARK;
      place = to;
    }
    kept += whole.slice(Math.min(place, end), end);
    start = end;
    return kept;
  });
}

/** A list of bytes in one notation, as programs print it; without the characters between the numbers. */
const listed = (secret: string, byteText: (byte: number) => string): string => bytesOf(secret).map(byteText).join("");

/** Notations of a whole key, compared without regard to case and without the characters between its pieces. */
export const NOTATIONS: Readonly<Record<string, (secret: string) => string>> = {
  plain: secret => [...secret].filter(each => !BETWEEN.test(each)).join(""),
  reversed: secret => reversed(NOTATIONS.plain!(secret)),
  hex: secret => hexOf(secret),
  "decimal bytes": secret => listed(secret, String),
  "bytes as 0x73": secret => listed(secret, byte => `0x${byte.toString(16)}`),
  "octal bytes": secret => listed(secret, byte => byte.toString(8).padStart(3, "0")),
  "binary bytes": secret => listed(secret, byte => byte.toString(2).padStart(8, "0")),
  "UTF-16 in hex, low byte first": secret => listed(secret, byte => `${hexByte(byte)}00`),
  "UTF-16 in hex, high byte first": secret => listed(secret, byte => `00${hexByte(byte)}`)
};

/** Bytes whose base64 is looked for, at each of three positions in a group of bytes. */
export const BASE64_OF: Readonly<Record<string, (secret: string) => string>> = {
  base64: secret => secret,
  "base64 of UTF-16": secret => [...secret].map(each => `${each}\0`).join("")
};

/** Occurrences of a key of usual length in any form. */
function spansOf(text: string, secret: string): Span[] {
  const notations = [...new Set(Object.values(NOTATIONS).map(write => lowered(write(secret))))];
  const encoded = Object.values(BASE64_OF).flatMap(write => cores(write(secret)));
  const spans: Span[] = [];
  for (const layer of layers(text)) {
    const joined = joinedUp(layer);
    const lower = lowered(joined.text);
    for (const form of notations) addAll(spans, joined, lower, form);
    const standard = joined.text.replaceAll("-", "+").replaceAll("_", "/");
    for (const form of encoded) addAll(spans, joined, standard, form, BASE64);
  }
  return spans;
}

/** Occurrences of a short key as a whole word: plain, reversed, encoded or as a list of bytes. */
function wordsOf(text: string, secret: string): Span[] {
  const base64 = base64Of(secret).replace(/=+$/, "");
  const alone = (place: number) => !ALPHANUMERIC.test(text[place] ?? "");
  const spans: Span[] = [];
  for (const layer of layers(text)) {
    for (const form of [secret, reversed(secret), hexOf(secret), base64, base64.replaceAll("+", "-").replaceAll("/", "_")])
      addAll(spans, layer, layer.text, form);
    const joined = joinedUp(layer);
    addAll(spans, joined, joined.text, NOTATIONS["decimal bytes"]!(secret));
  }
  return spans.filter(({from, to}) => alone(from - 1) && alone(to));
}

const reversed = (text: string): string => [...text].reverse().join("");
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const hexByte = (byte: number): string => byte.toString(16).padStart(2, "0");
const hexOf = (text: string): string => bytesOf(text).map(hexByte).join("");
const base64Of = (text: string): string => btoa(String.fromCharCode(...bytesOf(text)));
/** Lower case of ASCII letters only, so that the length does not change. */
const lowered = (text: string): string => text.replace(/[A-Z]+/g, letters => letters.toLowerCase());

/** The parts of a key's base64 form that do not depend on the text around it: one text for each position in a group of three bytes. */
const cores = (secret: string): string[] =>
  [0, 1, 2].map(before => {
    const bits = (before + bytesOf(secret).length) * 8;
    return base64Of("\0".repeat(before) + secret).slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });

/** A text as it is, and with its escapes decoded, level by level until none is left. */
function* layers(text: string): Generator<View> {
  let view: View = {text, from: [], to: []};
  for (let i = 0; i < text.length; i++) {
    view.from.push(i);
    view.to.push(i + 1);
  }
  yield view;
  if (text.search(PLACE) >= 0) yield replacedIn(view, PLACE, () => "");
  for (let layer = 0; layer < LAYERS; layer++) {
    const next = replacedIn(view, ESCAPE, meaning);
    if (next.text.length === view.text.length) return;
    yield next;
    view = next;
  }
}

/** A view with the matches of a pattern replaced; null leaves one as it is. */
function replacedIn(
  view: View,
  pattern: RegExp,
  replacement: (groups: Record<string, string | undefined>) => string | null
): View {
  const next: View = {text: "", from: [], to: []};
  const keep = (start: number, end: number) => {
    next.text += view.text.slice(start, end);
    for (let i = start; i < end; i++) {
      next.from.push(view.from[i]!);
      next.to.push(view.to[i]!);
    }
  };
  let done = 0;
  for (const {0: found, index, groups} of view.text.matchAll(pattern)) {
    const character = replacement(groups ?? {});
    if (character === null) continue;
    keep(done, index);
    done = index + found.length;
    next.text += character;
    for (let i = 0; i < character.length; i++) {
      next.from.push(view.from[index]!);
      next.to.push(view.to[done - 1]!);
    }
  }
  keep(done, view.text.length);
  return next;
}

/** The character that an escape stands for; null where it stands for none. */
function meaning({
  script,
  octal,
  quoted,
  json,
  byte,
  url,
  hex,
  decimal,
  name,
  plain
}: Record<string, string | undefined>): string | null {
  if (plain !== undefined) return plain;
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? null;
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
  const code = decimal === undefined ? Number.parseInt((json ?? byte ?? url ?? hex ?? script ?? quoted)!, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** A text without the characters that may stand between the pieces of a key. */
function joinedUp(view: View): View {
  const next: View = {text: "", from: [], to: []};
  for (let i = 0; i < view.text.length; i++) {
    if (BETWEEN.test(view.text[i]!)) continue;
    next.text += view.text[i];
    next.from.push(view.from[i]!);
    next.to.push(view.to[i]!);
  }
  return next;
}

/**
 * Adds the occurrences of a form. With `run`, adjacent characters of that class are included, which may hold the key's first and last bits.
 */
function addAll(spans: Span[], {text, from, to}: View, searched: string, form: string, run?: RegExp): void {
  for (let at = searched.indexOf(form); at >= 0; ) {
    let [first, last] = [at, at + form.length - 1];
    while (run && first > 0 && to[first - 1] === from[first] && run.test(text[first - 1]!)) first--;
    while (run && last + 1 < text.length && to[last] === from[last + 1] && run.test(text[last + 1]!)) last++;
    spans.push({from: from[first]!, to: to[last]!});
    at = searched.indexOf(form, last + 1);
  }
}

function merged(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to);
    else apart.push({...span});
  }
  return apart;
}
