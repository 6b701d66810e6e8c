import fc from "fast-check";
import {expect, test} from "vitest";
import {looksSecret, namesSecret, secretKeyIn} from "../../pipelines/book/secret.js";
import {didYouMean, nearest} from "../../pipelines/rows/nearest.js";

const NAMES = ["suite", "models", "template", "sampler", "precision", "max_cost"];

test("a swapped, missing or doubled letter finds its name, in any case", () => {
  expect(nearest("modles", NAMES)).toBe("models");
  expect(nearest("Sampler", NAMES)).toBe("sampler");
  expect(nearest("precsion", NAMES)).toBe("precision");
  expect(didYouMean("tempplate", NAMES)).toBe('; did you mean "template"?');
});

test("a name that resembles none finds none", () => {
  expect(nearest("zebra", NAMES)).toBeUndefined();
  expect(nearest("x", NAMES)).toBeUndefined();
  expect(nearest("suite", [])).toBeUndefined();
  expect(didYouMean("zebra", NAMES)).toBe("");
});

test("an exact name is its own nearest", () => {
  fc.assert(fc.property(fc.constantFrom(...NAMES), name => nearest(name, NAMES) === name));
});

test("names of secrets are told from names that only sound like them", () => {
  const secret = ["api_key", "apiKey", "API-KEY", "x-api-key", "token", "hf_token", "secret", "password", "Authorization", "key"];
  const plain = ["api_key_env", "max_tokens", "max_token", "stop_token_ids", "prompt_cache_key", "tokenizer", "monkey"];
  expect(secret.filter(name => !namesSecret(name))).toEqual([]);
  expect(plain.filter(namesSecret)).toEqual([]);
});

test("texts that look like keys are told from model names and paths", () => {
  expect(["sk-proj-abc", "hf_AbCd", "AIzaSyA1234567890abcdefghijk"].every(looksSecret)).toBe(true);
  expect(["suites/starter.yaml", "gpt-4o-mini", "Qwen/Qwen3-8B", "http://localhost:8000/v1"].some(looksSecret)).toBe(false);
});

test("a secret's name is found at any depth", () => {
  expect(secretKeyIn({a: [{b: {password: 1}}]})).toBe("password");
  expect(secretKeyIn({a: ["password"], logit_bias: null})).toBeUndefined();
});
