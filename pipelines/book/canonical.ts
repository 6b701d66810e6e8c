// Canonical JSON and SHA-256, from which every key and identity in the project is made. Browser-safe.
import {sha256} from "@noble/hashes/sha2.js";
import {bytesToHex, utf8ToBytes} from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal (64 digits). Browser-safe. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Canonical JSON of a value (RFC 8785): sorted keys, shortest numbers, no white space. Throws on values that JSON cannot represent. */
export function canonicalJson(value: unknown): string {
  const text = (canonicalize as unknown as (value: unknown) => string | undefined)(value);
  if (text === undefined) throw new TypeError("value has no JSON form");
  return text;
}
