// Families of counting and simulation: time that is covered, numbers by their digits, schedules.
import {type Family, problem, upTo} from "./problem.js";

/** Latest beginning of a period. */
const LATEST = 1_000_000_000;

const coverage: Family = {
  name: "sweeps",
  summary: "moments that are covered several times",
  make(level, random) {
    const least = random.integer(2, 3);
    const most = least + random.integer(1, 2);
    const modulus = random.integer(7, 13);
    const rest = random.integer(0, modulus - 1);
    const short = random.integer(3, 6);
    const what = random.pick(["guards", "lamps", "crews", "sensors"]);
    const enough = level >= 5 ? `from ${least} to ${most} ${what}` : `at least ${least} ${what}`;
    return problem<[[number, number][]]>({
      parameters: [["periods", "list[list[int]]"]],
      returns: "int",
      statement: upTo(
        level,
        `A building is watched by ${what}. The periods in which they are on duty are given as [first, last] in whole minutes, both included: one period for each of the ${what}, in no order. A minute is called safe if ${enough} are on duty in it, counted by their periods. Return the number of safe minutes. Periods may overlap, lie inside each other or be equal.`,
        `Minutes that leave the remainder ${rest} when divided by ${modulus} do not count, even where they are safe.`,
        "Where several periods begin in the same minute, only the longest of them counts, and of equally long ones only one.",
        `Only minutes in long stretches count: a longest possible run of safe minutes directly after each other counts nothing if it has fewer than ${short} minutes, those included that do not count by the rule of remainders.`,
        `More than ${most} ${what} on duty in a minute disturb each other, so that such a minute is not safe, as said above.`
      ),
      bounds: `There are up to 60 periods; the first minute of a period is from 0 to ${LATEST}, and it has up to ${LATEST / 10} minutes.`,
      draw: (random, size) => {
        const isSmall = size === "small";
        // A few beginnings for many periods, so that some begin together.
        const beginnings = Array.from({length: isSmall ? 9 : 45}, () => random.integer(0, isSmall ? 48 : LATEST));
        return [
          Array.from({length: isSmall ? random.integer(6, 12) : 60}, () => {
            const first = random.pick(beginnings);
            return [first, first + random.integer(0, isSmall ? 24 : LATEST / 10 - 1)];
          })
        ];
      },
      solve(periods) {
        const longest = new Map<number, number>();
        for (const [first, last] of periods) longest.set(first, Math.max(last, longest.get(first) ?? last));
        const changes = new Map<number, number>();
        const change = (minute: number, by: number) => changes.set(minute, (changes.get(minute) ?? 0) + by);
        for (const [first, last] of level >= 3 ? longest : periods) {
          change(first, 1);
          change(last + 1, -1);
        }
        /** Counted minutes before a minute. */
        const countedBefore = (minute: number) =>
          level >= 2 ? minute - Math.floor((minute + modulus - 1 - rest) / modulus) : minute;
        let [on, safe] = [0, 0];
        let start: number | null = null;
        for (const [minute, by] of [...changes].sort(([a], [b]) => a - b)) {
          on += by;
          const isSafe = on >= least && (level < 5 || on <= most);
          if (isSafe) start ??= minute;
          else if (start !== null) {
            if (level < 4 || minute - start >= short) safe += countedBefore(minute) - countedBefore(start);
            start = null;
          }
        }
        return safe;
      }
    });
  }
};

/** First digits of a number: their sum, remainder and last digit, and whether the wanted digit is among them (1). */
interface Prefix {
  sum: number;
  remainder: number;
  before: number;
  kind: number;
}

const digits: Family = {
  name: "digits",
  summary: "numbers whose digits keep rules, up to large bounds",
  make(level, random) {
    const modulus = random.pick([4, 5, 7, 8]); // of 3 and 9 the sum of digits says whether the number itself is divisible
    const rest = random.integer(0, modulus - 1);
    const divisor = random.integer(3, 9);
    const wanted = random.integer(1, 9);
    const pair = random.integer(7, 11);
    const setting = random.pick([
      "A clerk numbers tickets",
      "A factory numbers its engines",
      "A library numbers its cards",
      "A bank numbers its accounts"
    ]);
    return problem<[number]>({
      parameters: [["bound", "int"]],
      returns: "int",
      statement: upTo(
        level,
        `${setting} from 1 to the given bound, both included, and uses only some of these numbers. A number is used if it keeps all of the rules that follow; numbers are written in the decimal system, without zeros in front. Return how many numbers are used. The first rule: the sum of the decimal digits leaves the remainder ${rest} when divided by ${modulus}.`,
        "No two digits that are directly next to each other may be equal.",
        `The number itself must not be divisible by ${divisor}.`,
        `The digit ${wanted} must occur at least once.`,
        `No two digits that are directly next to each other may have the sum ${pair}.`
      ),
      bounds: "The bound is a whole number from 20 to 9000000000000000, so that looking at each number takes far too long.",
      draw: (random, size) => [size === "small" ? random.integer(20, 3_000) : random.integer(1e13, 9e15)],
      solve(bound) {
        const text = String(bound);
        const rests = level >= 3 ? divisor : 1;
        const lasts = level >= 2 ? 10 : 1;
        const kinds = level >= 4 ? 2 : 1;
        // How many numbers have been begun below the bound, by sum, remainder, last digit and wanted digit; the bound itself goes along.
        let below = new Float64Array(modulus * rests * lasts * kinds);
        let next = new Float64Array(below.length);
        const index = (sum: number, remainder: number, digit: number, kind: number) =>
          ((sum * rests + remainder) * lasts + (lasts === 1 ? 0 : digit)) * kinds + kind;
        const isBarred = (before: number, digit: number) =>
          (level >= 2 && before === digit) || (level >= 5 && before + digit === pair);
        const add = (many: number, sum: number, remainder: number, kind: number, digit: number) => {
          const after = kinds > 1 && digit === wanted ? 1 : kind;
          const to = index((sum + digit) % modulus, (remainder * 10 + digit) % rests, digit, after);
          next[to] = next[to]! + many;
        };
        /** The bound's own digits so far; null once they break a rule. */
        let bounding: Prefix | null = null;
        for (let place = 0; place < text.length; place++) {
          const limit = Number(text[place]);
          next.fill(0);
          for (let i = 0; i < below.length; i++) {
            const many = below[i]!;
            if (many === 0) continue;
            const before = Math.floor(i / kinds) % lasts;
            const remainder = Math.floor(i / kinds / lasts) % rests;
            const sum = Math.floor(i / kinds / lasts / rests);
            for (let digit = 0; digit < 10; digit++) if (!isBarred(before, digit)) add(many, sum, remainder, i % kinds, digit);
          }
          if (place > 0) for (let digit = 1; digit < 10; digit++) add(1, 0, 0, 0, digit);
          if (place === 0) {
            for (let digit = 1; digit < limit; digit++) add(1, 0, 0, 0, digit);
            bounding = {sum: limit, remainder: limit % rests, before: limit, kind: kinds > 1 && limit === wanted ? 1 : 0};
          } else if (bounding !== null) {
            const {sum, remainder, before, kind}: Prefix = bounding;
            for (let digit = 0; digit < limit; digit++) if (!isBarred(before, digit)) add(1, sum, remainder, kind, digit);
            bounding = isBarred(before, limit)
              ? null
              : {
                  sum: sum + limit,
                  remainder: (remainder * 10 + limit) % rests,
                  before: limit,
                  kind: kinds > 1 && limit === wanted ? 1 : kind
                };
          }
          [below, next] = [next, below];
        }
        const isCounted = (sum: number, remainder: number, kind: number) =>
          sum % modulus === rest && (rests === 1 || remainder !== 0) && kind === kinds - 1;
        let count = bounding !== null && isCounted(bounding.sum, bounding.remainder, bounding.kind) ? 1 : 0;
        for (let remainder = 0; remainder < rests; remainder++)
          for (let digit = 0; digit < lasts; digit++)
            if (isCounted(rest, remainder, kinds - 1)) count += below[index(rest, remainder, digit, kinds - 1)]!;
        return count;
      }
    });
  }
};

const schedules: Family = {
  name: "schedules",
  summary: "finishing times under a round-robin schedule",
  make(level, random) {
    const slice = random.integer(2, 4);
    const pause = random.integer(1, 3);
    const more = random.integer(1, 3);
    const [order, sign] = random.pick([
      ["smallest", 1],
      ["largest", -1]
    ] as const);
    const what = random.pick(["customers", "jobs", "patients", "letters"]);
    return problem<[number[]]>({
      parameters: [["needs", "list[int]"]],
      returns: "list[int]",
      statement: upTo(
        level,
        `One clerk serves ${what} that wait in a queue, ${level >= 5 ? `with the ${order} need in front and equal needs in the order of their numbers, which begin with 0` : "in the order of their numbers from 0"}. Each needs the number of minutes that the list says. The first of the queue is served for ${slice} minutes, or for fewer if it needs fewer; that is one turn. If it then still needs minutes, it goes to the end of the queue, else it leaves. Return for each, in the order of the list, the minute in which its service is finished, counted from 0 at the beginning.`,
        `Between any two turns the clerk makes a pause of ${pause === 1 ? "1 minute" : `${pause} minutes`}, even if the same one is served again.`,
        `A turn of one of the ${what} with an even number (0, 2, 4, ...) lasts up to ${slice + more} minutes instead of ${slice}.`,
        "A round is over when each of those that were in the queue at its beginning has had one turn. Directly after each round the order of the whole queue is reversed.",
        `The queue is in order of needs only at the beginning, as said above: the ${order} need first.`
      ),
      bounds: `There are up to 40 ${what}, and a need is from 1 to 1000000000000 minutes, so that single turns are far too many.`,
      draw: (random, size) => [
        size === "small"
          ? Array.from({length: random.integer(2, 6)}, () => random.integer(1, 14))
          : Array.from({length: 40}, () => random.integer(1, 1e12))
      ],
      solve(needs) {
        const order = needs.map((_, i) => i);
        if (level >= 5) order.sort((a, b) => sign * (needs[a]! - needs[b]!) || a - b);
        const turn = needs.map((_, i) => (level >= 3 && i % 2 === 0 ? slice + more : slice));
        const rounds = needs.map((need, i) => Math.ceil(need / turn[i]!));
        return needs.map((_, i) => {
          const last = rounds[i]!;
          const isReversed = level >= 4 && last % 2 === 0;
          const place = order.indexOf(i);
          let [minutes, turns] = [0, 0];
          for (const [at, j] of order.entries()) {
            // One who comes before in the last round has had a turn of it.
            const had = at === place || (isReversed ? at > place : at < place) ? last : last - 1;
            minutes += Math.min(needs[j]!, had * turn[j]!);
            turns += Math.min(rounds[j]!, had);
          }
          return minutes + (level >= 2 ? (turns - 1) * pause : 0);
        });
      }
    });
  }
};

export const counting: readonly Family[] = [coverage, digits, schedules];
