// Coordinate-based seeding: a test is a pure function of task, generator version, parameters, seed and index.
import {sha256} from "@noble/hashes/sha2.js";
import {utf8ToBytes} from "@noble/hashes/utils.js";
import {uniformFloat64} from "pure-rand/distribution/uniformFloat64";
import {uniformInt} from "pure-rand/distribution/uniformInt";
import {xoroshiro128plusFromState} from "pure-rand/generator/xoroshiro128plus";
import {canonicalJson, sha256Hex} from "../book/canonical.js";

export {canonicalJson, sha256Hex} from "../book/canonical.js";

/** A stream of random numbers with the draws that tasks need. Every draw advances the stream. */
export interface Random {
  /** Uniform integer, both ends included. */
  integer(low: number, high: number): number;
  /** Uniform in [0, 1). */
  real(): number;
  /** True with the given probability. Always consumes one draw. */
  chance(probability: number): boolean;
  /** A uniformly chosen element; throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy (Fisher–Yates). */
  shuffle<T>(list: readonly T[]): T[];
}

/** The coordinates that identify a stream of tests, apart from the index. */
interface Coordinates {
  task: string;
  version: number;
  params: Record<string, unknown>;
  seed: number;
}

/** SHA-256 of the canonical JSON of a point's coordinates, without any `count` among its parameters: 64 hexadecimal digits. */
export function pointKey({task, version, params, seed}: Coordinates): string {
  const {count: _, ...rest} = params;
  return sha256Hex(canonicalJson({params: rest, seed, task, version}));
}

/** The stream of one test. Its 128-bit state is the start of SHA-256(point key, ":", index), so any test can be generated on its own. */
export function randomAt(key: string, index: number): Random {
  const view = new DataView(sha256(utf8ToBytes(`${key}:${index}`)).buffer);
  return randomFrom([view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12)]);
}

/** A stream seeded by an arbitrary text. */
export const randomOf = (text: string): Random => randomAt(sha256Hex(text), 0);

function randomFrom(state: [number, number, number, number]): Random {
  if (state.every(word => word === 0)) state[0] = 1; // the generator could never leave the state that is all zeros
  const generator = xoroshiro128plusFromState(state);
  const integer = (low: number, high: number) => uniformInt(generator, low, high);
  const real = () => uniformFloat64(generator);
  return {
    integer,
    real,
    chance: probability => real() < probability,
    pick: list => {
      if (list.length === 0) throw new RangeError("cannot pick from an empty list");
      return list[integer(0, list.length - 1)]!;
    },
    shuffle: list => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = integer(0, i);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    }
  };
}

/** Several different elements, in random order. */
export function severalOf<T>(list: readonly T[], count: number, random: Random): T[] {
  const left = [...list];
  for (let i = 0; i < count; i++) {
    const j = random.integer(i, left.length - 1);
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left.slice(0, count);
}
