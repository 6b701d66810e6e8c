import {inspect} from "node:util";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {answerWithoutKey, BASE64_OF, NOTATIONS, redacted} from "../../pipelines/infer/redact.js";

const KEY = "sk-Canary+0123/456&789<a_Z=";
const bytes = (text: string) => [...Buffer.from(text)];
const code = (text: string, of: (byte: number) => string) => bytes(text).map(of).join("");
const two = (byte: number) => byte.toString(16).padStart(2, "0");

/** Forms in which others print a key, each by Node's own encoder or as a standard spells it. */
const FORMS: Record<string, (key: string) => string> = {
  plain: key => key,
  "upper case": key => key.toUpperCase(),
  base64: key => Buffer.from(key).toString("base64"),
  "base64 for URLs": key => Buffer.from(key).toString("base64url"),
  "base64 of a whole header": key => Buffer.from(`Bearer ${key}`).toString("base64"),
  "base64 of user and password": key => Buffer.from(`me:${key}`).toString("base64"),
  "base64 of JSON": key => Buffer.from(`{"k":"${key}","n":1}`).toString("base64"),
  "base64 in lines": key => Buffer.from(key).toString("base64").replace(/.{10}/g, "$&\r\n"),
  "a URL's parameter": encodeURIComponent,
  "every byte percent-encoded": key => code(key, byte => `%${two(byte).toUpperCase()}`),
  "percent-encoded twice": key => encodeURIComponent(encodeURIComponent(key)),
  hex: key => Buffer.from(key).toString("hex"),
  "hex in capitals, with colons": key => bytes(key).map(two).join(":").toUpperCase(),
  "a dump of bytes": key => code(key, byte => `\\x${two(byte)}`),
  reversed: key => [...key].reverse().join(""),
  "JSON escapes": key => code(key, byte => `\\u00${two(byte)}`),
  "JSON in JSON": key => JSON.stringify(JSON.stringify({key})).replaceAll("/", "\\/"),
  "HTML escapes": key => key.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  "HTML numbers": key => code(key, byte => `&#${byte};`),
  "HTML numbers in hex": key => code(key, byte => `&#x${byte.toString(16)};`),
  spaced: key => [...key].join(" "),
  "letter by letter": key => JSON.stringify([...key]),
  "one a line": key => [...key].join("\n"),
  "with invisible characters": key => [...key].join("\u200b"),
  "decimal bytes": key => `[${bytes(key).join(", ")}]`,
  "decimal bytes after others": key => inspect(new Uint8Array(Buffer.from(`:${key}`)), {maxArrayLength: null}),
  "decimal bytes in JSON": key => JSON.stringify(Buffer.from(key)),
  "decimal bytes with their places": key => JSON.stringify(new Uint8Array(Buffer.from(key))),
  "decimal bytes as Go prints them": key => bytes(key).join(" "),
  "bytes as 0x73": key =>
    bytes(key)
      .map(byte => `0x${two(byte)}`)
      .join(", "),
  "octal bytes": key => code(key, byte => `\\${byte.toString(8).padStart(3, "0")}`),
  "octal bytes of od": key =>
    bytes(key)
      .map(byte => byte.toString(8).padStart(3, "0"))
      .join(" "),
  "binary bytes": key =>
    bytes(key)
      .map(byte => byte.toString(2).padStart(8, "0"))
      .join(" "),
  "a Buffer": key => inspect(Buffer.from(key)),
  "UTF-16 in hex, low byte first": key => Buffer.from(key, "utf16le").toString("hex"),
  "UTF-16 in hex, high byte first": key => Buffer.from(key, "utf16le").swap16().toString("hex"),
  "base64 of UTF-16": key => Buffer.from(key, "utf16le").toString("base64"),
  "base64 of UTF-16 in a line": key => Buffer.from(`k=${key}`, "utf16le").toString("base64"),
  "escapes of JavaScript's escape()": key => code(key, byte => `%u00${two(byte)}`),
  "quoted printable": key => code(key, byte => `=${two(byte).toUpperCase()}`),
  "in two strings": key => `"${key.slice(0, 9)}", "${key.slice(9)}"`
};

test("each notation has a form that others write", () => {
  const names = [...Object.keys(NOTATIONS), ...Object.keys(BASE64_OF)];
  expect(names.filter(name => !(name in FORMS))).toEqual([]);
});

describe("a key is taken out of a text in whatever form it stands there", () => {
  test.each(Object.entries(FORMS))("%s", (_, form) => {
    const text = `They sent <${form(KEY)}> to me. The answer is 42.`;
    const clean = redacted(text, KEY);
    expect(clean).toMatch(/^They sent <.*\[key\].*> to me\. The answer is 42\.$/s);
    expect(clean.length).toBeLessThan("They sent <[key]> to me. The answer is 42.".length + 30); // what stood around it in its own encoding
    for (const other of Object.values(FORMS)) expect(clean).not.toContain(other(KEY));
  });

  test("any key of visible characters, in any form, anywhere", () => {
    const visible = fc.stringMatching(/^[!-~]{12,60}$/).filter(key => /[A-Za-z0-9]{6}/.test(key));
    fc.assert(
      fc.property(visible, fc.constantFrom(...Object.entries(FORMS)), fc.string(), (key, [name, form], around) => {
        const written = form(key);
        const clean = redacted(`${around}\n${written}\n${around}`, key);
        expect(clean, name).toContain("[key]");
        expect(clean, name).not.toContain(written);
      })
    );
  });
});

test("a text without the key stays as it is, whatever else it holds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({unit: "binary"}), fc.constantFrom("%41", "\\u0041", "&amp;", "[key]", "sk-Can"))),
      parts => {
        const text = parts.join("");
        expect(redacted(text, KEY)).toBe(text);
        expect(redacted(text, undefined)).toBe(text);
      }
    )
  );
});

test("a key that begins in the reasoning and ends in the text is taken out of both", () => {
  expect(answerWithoutKey([`I think of ${KEY.slice(0, 12)}`, `${KEY.slice(12)} is the answer`], KEY)).toEqual([
    "I think of [key]",
    "[key] is the answer"
  ]);
  const escaped = FORMS["JSON escapes"]!(KEY);
  expect(answerWithoutKey([escaped.slice(0, 7), `${escaped.slice(7)}.`], KEY)).toEqual(["[key]", "[key]."]);
  expect(answerWithoutKey(["", "4"], KEY)).toEqual(["", "4"]);
});

test("a list of bytes of a short key is taken out; numbers that hold its digits stay", () => {
  expect(redacted("[107, 51, 121, 45, 55] or 1075112145550", "k3y-7")).toBe("[[key]] or 1075112145550");
});

test("a short key is taken out where it is a word of its own; a place-holder stays in answers", () => {
  expect(redacted("key k3y-7? or k3y-78, a_k3y-7", "k3y-7")).toBe("key [key]? or k3y-78, a_[key]");
  expect(redacted("key 7-y3k, 6b33792d37, azN5LTc= or azN5LTc", "k3y-7")).toBe("key [key], [key], [key]= or [key]");
  expect(answerWithoutKey(["EMPTY: none", "The list is EMPTY"], "EMPTY")).toEqual(["EMPTY: none", "The list is EMPTY"]);
  expect(answerWithoutKey(["", "1234"], "1234")).toEqual(["", "1234"]);
  expect(answerWithoutKey(["", "it is k3y-7."], "k3y-7")).toEqual(["", "it is [key]."]);
  expect(redacted("nonexistent model", "none")).toBe("nonexistent model");
});
