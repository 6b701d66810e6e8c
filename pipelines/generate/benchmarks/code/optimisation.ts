// Families of dynamic programming: bags, intervals and subsequences.
import {type Family, problem, upTo} from "./problem.js";

/** Loads of one kind and the next, with and without anything of it. */
type Four = [Int32Array, Int32Array, Int32Array, Int32Array];

const bag: Family = {
  name: "bags",
  summary: "the most valuable load under a limit of weight",
  make(level, random) {
    const copies = random.integer(1, 3);
    const modulus = random.integer(2, 5);
    const things = random.pick(["crates", "parcels", "tools", "stones", "books"]);
    return problem<[[number, number][], number]>({
      parameters: [
        ["kinds", "list[list[int]]"],
        ["limit", "int"]
      ],
      returns: "int",
      statement: upTo(
        level,
        `Kinds of ${things} are given as pairs [weight, value], numbered from 0. Of each kind at most ${copies} may be taken, and the total weight must not exceed the limit. Return the largest total value; taking nothing has the value 0.`,
        "If anything of kind i is taken, nothing of kind i + 1 may be taken.",
        `Only loads whose total value is divisible by ${modulus} are allowed.`
      ),
      draw: (random, size) => [
        Array.from({length: size === "small" ? random.integer(3, 5) : 12}, () => [random.integer(1, 7), random.integer(1, 15)]),
        size === "small" ? random.integer(5, 16) : random.integer(24, 30)
      ],
      solve(kinds, limit) {
        const modulo = level === 3 ? modulus : 1;
        const width = (limit + 1) * modulo;
        let [free, taken, nextFree, nextTaken] = Array.from({length: 4}, () => new Int32Array(width).fill(-1)) as Four;
        free[0] = 0;
        for (const [weight, value] of kinds) {
          nextFree.fill(-1);
          nextTaken.fill(-1);
          for (let load = 0, i = 0; load <= limit; load++)
            for (let rest = 0; rest < modulo; rest++, i++) {
              const best = Math.max(free[i]!, taken[i]!);
              if (best < 0) continue;
              nextFree[i] = best;
              const from = level >= 2 ? free[i]! : best;
              if (from < 0) continue;
              for (let n = 1; n <= copies && load + n * weight <= limit; n++) {
                const sum = from + n * value;
                const at = (load + n * weight) * modulo + (sum % modulo);
                if (sum > nextTaken[at]!) nextTaken[at] = sum;
              }
            }
          [free, taken, nextFree, nextTaken] = [nextFree, nextTaken, free, taken];
        }
        let best = 0;
        for (let i = 0; i < width; i += modulo) best = Math.max(best, free[i]!, taken[i]!);
        return best;
      }
    });
  }
};

const bookings: Family = {
  name: "intervals",
  summary: "the most valuable choice of intervals that keep a distance",
  make(level, random) {
    const gap = random.integer(0, 4);
    const most = random.integer(2, 3);
    const what = random.pick(["concerts", "shifts", "flights", "lessons", "repairs"]);
    return problem<[[number, number, number][]]>({
      parameters: [["offers", "list[list[int]]"]],
      returns: "int",
      statement: upTo(
        level,
        `Offers of ${what} are given as [start, end, worth], with start < end. Of two chosen offers the later one must start at least ${gap} after the end of the earlier one. Return the largest total worth of a choice; choosing none is worth 0.`,
        `At most ${most} offers may be chosen.`,
        "Of two offers that are chosen one directly after the other, one must have an even worth and the other an odd one."
      ),
      draw: (random, size) => {
        const [n, span] = size === "small" ? [random.integer(6, 9), 34] : [28, 90];
        return [
          Array.from({length: n}, () => {
            const start = random.integer(0, span);
            return [start, start + random.integer(1, 7), random.integer(1, 25)];
          })
        ];
      },
      solve(offers) {
        const sorted = offers.toSorted((a, b) => a[0] - b[0]);
        const bound = level >= 2 ? most : sorted.length;
        let best = 0;
        /** The best worth of n offers of which the last is i. */
        let last = sorted.map(([, , worth]) => worth);
        for (let n = 1; n <= bound; n++) {
          let found = false;
          for (const worth of last) if (worth > best) best = worth;
          if (n === bound) break;
          const next = last.map(() => -1);
          for (let i = 0; i < sorted.length; i++) {
            const [start, , worth] = sorted[i]!;
            for (let j = 0; j < i; j++) {
              const [, end, earlier] = sorted[j]!;
              if (last[j]! < 0 || end + gap > start || (level === 3 && (earlier + worth) % 2 === 0)) continue;
              found = true;
              next[i] = Math.max(next[i]!, last[j]! + worth);
            }
          }
          if (!found) break;
          last = next;
        }
        return best;
      }
    });
  }
};

const chains: Family = {
  name: "sequences",
  summary: "the longest subsequence whose neighbours keep rules",
  make(level, random) {
    const low = random.integer(1, 3);
    const high = low + random.integer(2, 6);
    const modulus = random.integer(3, 4);
    return problem<[number[]]>({
      parameters: [["values", "list[int]"]],
      returns: "int",
      statement: upTo(
        level,
        `A chain is made by choosing elements of a list, without changing their order, so that any two that are chosen one directly after the other differ by at least ${low} and at most ${high}. A single element is a chain, and the empty list has a chain of length 0. Return the length of the longest chain.`,
        "Of two elements that are chosen one directly after the other, one must be even and the other odd.",
        `At most one chosen element may be divisible by ${modulus}.`
      ),
      draw: (random, size) => [
        Array.from({length: size === "small" ? random.integer(5, 13) : 50}, () => random.integer(0, size === "small" ? 20 : 60))
      ],
      solve(values) {
        let best = 0;
        /** Longest chains that end here, with none and with one divisible element. */
        const ends: [number, number][] = [];
        for (const [i, value] of values.entries()) {
          const counted = level === 3 && value % modulus === 0;
          let [without, withOne] = counted ? [0, 1] : [1, 0];
          for (let j = 0; j < i; j++) {
            const apart = Math.abs(value - values[j]!);
            if (apart < low || apart > high || (level >= 2 && apart % 2 === 0)) continue;
            const [a, b] = ends[j]!;
            if (counted) withOne = Math.max(withOne, a > 0 ? a + 1 : 0);
            else {
              without = Math.max(without, a > 0 ? a + 1 : 0);
              withOne = Math.max(withOne, b > 0 ? b + 1 : 0);
            }
          }
          ends.push([without, withOne]);
          best = Math.max(best, without, withOne);
        }
        return best;
      }
    });
  }
};

export const optimisation: readonly Family[] = [bag, bookings, chains];
