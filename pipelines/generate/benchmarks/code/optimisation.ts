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
    const light = random.integer(2, 3);
    const lightKinds = random.integer(1, 2);
    const goods = random.pick(["crates", "parcels", "tools", "stones", "books"]);
    return problem<[[number, number][], number]>({
      parameters: [
        ["kinds", "list[list[int]]"],
        ["limit", "int"]
      ],
      returns: "int",
      statement: upTo(
        level,
        `A porter packs ${goods} for a journey. Kinds of ${goods} are given as pairs [weight, value], numbered from 0 in the order of the list. Of each kind at most ${copies} may be taken, and the total weight of all ${goods} must not exceed the limit. Return the largest total value of a load; taking nothing is a load too, and has the value 0.`,
        "If anything of kind i is taken, nothing of kind i + 1 may be taken.",
        `Only loads whose total value is divisible by ${modulus} are allowed.`,
        "The number of different kinds of which anything is taken must be even; it may be 0.",
        `Of the kinds that weigh ${light} or less for each piece, at most ${lightKinds === 1 ? "one kind" : "two different kinds"} may be taken.`
      ),
      bounds: "There are up to 60 kinds; a weight is from 1 to 7, a value from 1 to 15, and the limit is at most 80.",
      draw: (random, size) => [
        Array.from({length: size === "small" ? random.integer(3, 5) : 60}, () => [random.integer(1, 7), random.integer(1, 15)]),
        size === "small" ? random.integer(5, 16) : random.integer(60, 80)
      ],
      solve(kinds, limit) {
        const modulo = level >= 3 ? modulus : 1;
        const parities = level >= 4 ? 2 : 1;
        const counts = level >= 5 ? lightKinds + 1 : 1;
        /** States of one load: remainder of the value, parity of the kinds, light kinds. */
        const states = modulo * parities * counts;
        const width = (limit + 1) * states;
        let [free, taken, nextFree, nextTaken] = Array.from({length: 4}, () => new Int32Array(width).fill(-1)) as Four;
        free[0] = 0;
        for (const [weight, value] of kinds) {
          const isLight = counts > 1 && weight <= light;
          nextTaken.fill(-1);
          for (let i = 0; i < width; i++) {
            const best = Math.max(free[i]!, taken[i]!);
            nextFree[i] = best;
            const from = level >= 2 ? free[i]! : best;
            if (from < 0) continue;
            const load = Math.floor(i / states);
            const count = i % counts;
            if (isLight && count === counts - 1) continue;
            const parity = Math.floor(i / counts) % parities;
            const after = (parities - 1 - parity) * counts + count + (isLight ? 1 : 0);
            for (let n = 1; n <= copies && load + n * weight <= limit; n++) {
              const sum = from + n * value;
              const to = (load + n * weight) * states + (sum % modulo) * parities * counts + after;
              if (sum > nextTaken[to]!) nextTaken[to] = sum;
            }
          }
          [free, taken, nextFree, nextTaken] = [nextFree, nextTaken, free, taken];
        }
        let best = 0;
        for (let i = 0; i < width; i++) if (i % states < counts) best = Math.max(best, free[i]!, taken[i]!);
        return best;
      }
    });
  }
};

const bookings: Family = {
  name: "intervals",
  summary: "the most valuable choice of intervals that keep a distance",
  make(level, random) {
    const gap = random.integer(0, 3);
    const wait = gap + random.integer(7, 10);
    const modulus = random.pick([3, 5, 7]);
    const what = random.pick(["concerts", "shifts", "flights", "lessons", "repairs"]);
    const isBounded = level >= 2;
    return problem<[[number, number, number][], number]>({
      parameters: [["offers", "list[list[int]]"], ...(isBounded ? [["most", "int"] as const] : [])],
      returns: "int",
      statement: upTo(
        level,
        `A team may accept offers of ${what} and turn down others. Offers are given as [start, end, worth], with start < end, in no order. Of two chosen offers the later one must start at least ${gap} after the end of the earlier one, so that no two overlap. Return the largest total worth of a choice; choosing none is allowed, and is worth 0.`,
        "At most as many offers may be chosen as the second argument says.",
        "Of two offers that are chosen one directly after the other, one must have an even worth and the other an odd one.",
        `Of two offers that are chosen one directly after the other, the later one must start at most ${wait} after the end of the earlier one.`,
        `The total worth of a choice must be divisible by ${modulus}.`
      ),
      bounds: `There are up to 140 offers; times are from 0 to 170, and a worth is from 1 to 25.${isBounded ? " The second argument is from 2 to 16." : ""} An offer may occur twice in the list, and each of the two may be chosen.`,
      draw: (random, size) => {
        const [n, span] = size === "small" ? [random.integer(6, 9), 34] : [140, 160];
        const offers = Array.from({length: n}, (): [number, number, number] => {
          const start = random.integer(0, span);
          return [start, start + random.integer(1, 7), random.integer(1, 25)];
        });
        const most = size === "small" ? random.integer(2, 3) : random.integer(10, 16);
        return (isBounded ? [offers, most] : [offers]) as [[number, number, number][], number];
      },
      solve(offers, most) {
        const sorted = offers.toSorted((a, b) => a[0] - b[0]);
        const bound = isBounded ? most : sorted.length;
        const modulo = level >= 5 ? modulus : 1;
        /** Offers that each may follow. */
        const before = sorted.map(([start, , worth], i) =>
          sorted.slice(0, i).flatMap(([, end, earlier], j) => {
            const isBarred = level >= 3 && (earlier + worth) % 2 === 0;
            return end + gap > start || isBarred || (level >= 4 && end + wait < start) ? [] : [j];
          })
        );
        let best = 0;
        /** The best worth of n offers of which the last is i, by its remainder; -1 = none. */
        let last = new Int32Array(sorted.length * modulo).fill(-1);
        for (const [i, [, , worth]] of sorted.entries()) last[i * modulo + (worth % modulo)] = worth;
        for (let n = 1; n <= bound; n++) {
          let isLonger = false;
          for (let i = 0; i < last.length; i += modulo) best = Math.max(best, last[i]!);
          const next = new Int32Array(last.length).fill(-1);
          for (const [i, earlier] of before.entries())
            for (const j of earlier)
              for (let rest = 0; rest < modulo; rest++) {
                const from = last[j * modulo + rest]!;
                if (from < 0) continue;
                isLonger = true;
                const sum = from + sorted[i]![2];
                const to = i * modulo + (sum % modulo);
                if (sum > next[to]!) next[to] = sum;
              }
          if (!isLonger) break;
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
    const high = low + random.integer(8, 11);
    const modulus = random.integer(3, 4);
    const falls = random.integer(1, 2);
    const divisor = random.pick([3, 5, 7]);
    const maker = random.pick(["A jeweller", "A florist", "A bricklayer", "A composer"]);
    return problem<[number[]]>({
      parameters: [["values", "list[int]"]],
      returns: "int",
      statement: upTo(
        level,
        `${maker} makes chains. A chain is made by choosing elements of a list, without changing their order and with any number of elements left out between them, so that any two that are chosen one directly after the other differ by at least ${low} and at most ${high}. A single element is a chain. Return the number of elements of the longest chain, or 0 if there is none that keeps all rules.`,
        "Of two elements that are chosen one directly after the other, one must be even and the other odd.",
        `At most one chosen element may be divisible by ${modulus}; 0 is divisible by every number.`,
        `At most ${falls === 1 ? "one chosen element" : "two chosen elements"} may be smaller than the element that is chosen directly before.`,
        `The sum of all chosen elements must be divisible by ${divisor}.`
      ),
      bounds: "The list has up to 300 elements, from 0 to 60, and may be empty; the same number may occur in it several times.",
      draw: (random, size) => [
        Array.from({length: size === "small" ? random.integer(5, 13) : 300}, () => random.integer(0, size === "small" ? 30 : 60))
      ],
      solve(values) {
        const counts = level >= 3 ? 2 : 1;
        const descents = level >= 4 ? falls + 1 : 1;
        const modulo = level >= 5 ? divisor : 1;
        const states = counts * descents * modulo;
        /** Longest chains that end in each element, by divisible elements, descents and remainder of the sum; 0 = none. */
        const longest = new Int32Array(values.length * states);
        let best = 0;
        for (const [i, value] of values.entries()) {
          const divisible = counts > 1 && value % modulus === 0 ? 1 : 0;
          longest[i * states + divisible * descents * modulo + (value % modulo)] = 1;
          for (let j = 0; j < i; j++) {
            const apart = Math.abs(value - values[j]!);
            if (apart < low || apart > high || (level >= 2 && apart % 2 === 0)) continue;
            const fall = descents > 1 && value < values[j]! ? 1 : 0;
            for (let count = 0; count + divisible < counts; count++)
              for (let fallen = 0; fallen + fall < descents; fallen++)
                for (let rest = 0; rest < modulo; rest++) {
                  const length = longest[j * states + (count * descents + fallen) * modulo + rest]!;
                  if (length === 0) continue;
                  const to = i * states + ((count + divisible) * descents + fallen + fall) * modulo + ((rest + value) % modulo);
                  if (length + 1 > longest[to]!) longest[to] = length + 1;
                }
          }
          for (let state = i * states; state < (i + 1) * states; state += modulo) best = Math.max(best, longest[state]!);
        }
        return best;
      }
    });
  }
};

export const optimisation: readonly Family[] = [bag, bookings, chains];
