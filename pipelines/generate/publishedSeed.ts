// The seed from which the published method would draw a point's tests. It is only reported (column `published_seed`); docs/results.md says
// why.
import {sha256Hex} from "../book/canonical.js";
import {pythonJson} from "./pythonJson.js";

/** Number of hexadecimal digits of the hash that are used: 32 bits. */
const DIGITS = 8;

/**
 * The sum of `seed` and the last 8 hexadecimal digits of the SHA-256 of Python's `json.dumps(params, sort_keys=True)`, with `params`
 * without `count`.
 */
export function publishedSeed(params: Record<string, unknown>, seed: number): number {
  const {count: _, ...rest} = params;
  return seed + Number.parseInt(sha256Hex(pythonJson(rest)).slice(-DIGITS), 16);
}
