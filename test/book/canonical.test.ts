import {sha256} from "@noble/hashes/sha2.js";
import {bytesToHex, utf8ToBytes} from "@noble/hashes/utils.js";
import fc from "fast-check";
import {expect, test} from "vitest";
import {sha256Hex} from "../../pipelines/book/canonical.js";

test("SHA-256 is that of FIPS 180-4's examples", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256Hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("Node's hash is the one that browsers compute, of texts with halves of surrogate pairs, too", () => {
  const inBrowser = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
  fc.assert(
    fc.property(fc.string({unit: "binary"}), text => {
      expect(sha256Hex(text)).toBe(inBrowser(text));
    })
  );
  for (const text of ["\ud800", "a\udc00b", "\ud83d\ude00", "\udfff\ud800"]) expect(sha256Hex(text)).toBe(inBrowser(text));
});
