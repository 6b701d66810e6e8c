// The seed that the published method would draw a point's tests from. We only report it (column `published_seed`): docs/results.md says why.
import {sha256Hex} from "../book/canonical.js";
import {pythonJson} from "./pythonJson.js";

/** Hexadecimal digits of the hash that count: 32 bits. */
const DIGITS = 8;

/** seed + the last 8 hexadecimal digits of SHA-256 of Python's `json.dumps(params, sort_keys=True)`, `params` without `count`. */
export function publishedSeed(params: Record<string, unknown>, seed: number): number {
  const {count: _, ...rest} = params;
  return seed + Number.parseInt(sha256Hex(pythonJson(rest)).slice(-DIGITS), 16);
}
