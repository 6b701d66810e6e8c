// Families of counting and simulation: time that is covered, numbers by their digits, schedules.
import {type Family, problem, upTo} from "./problem.js";

/** Minutes between those in which periods begin. */
const SHARED = 3;

const coverage: Family = {
  name: "sweeps",
  summary: "moments that are covered several times",
  make(level, random) {
    const least = random.integer(2, 3);
    const modulus = random.integer(7, 13);
    const rest = random.integer(0, modulus - 1);
    const what = random.pick(["guards", "lamps", "crews", "sensors"]);
    return problem<[[number, number][]]>({
      parameters: [["periods", "list[list[int]]"]],
      returns: "int",
      statement: upTo(
        level,
        `Periods in which ${what} are on duty are given as [first, last] in whole minutes, both included. A minute is safe if at least ${least} ${what} are on duty. Return the number of safe minutes.`,
        `Minutes that leave the remainder ${rest} when divided by ${modulus} are never safe.`,
        "Where two periods begin in the same minute, only the longer of them counts, and of equal ones only one."
      ),
      draw: (random, size) => {
        const [n, span] = size === "small" ? [random.integer(6, 12), 48] : [30, 300];
        return [
          Array.from({length: n}, () => {
            const first = SHARED * random.integer(0, span / SHARED); // so that some begin together
            return [first, first + random.integer(0, size === "small" ? 24 : 60)];
          })
        ];
      },
      solve(periods) {
        const longest = new Map<number, number>();
        for (const [first, last] of periods) longest.set(first, Math.max(last, longest.get(first) ?? last));
        const counted = level === 3 ? [...longest] : periods;
        const end = Math.max(...periods.map(([, last]) => last)) + 2;
        const change = new Int32Array(end + 1);
        for (const [first, last] of counted) {
          change[first]!++;
          change[last + 1]!--;
        }
        let [on, safe] = [0, 0];
        for (let minute = 0; minute <= end; minute++) {
          on += change[minute]!;
          if (on >= least && !(level >= 2 && minute % modulus === rest)) safe++;
        }
        return safe;
      }
    });
  }
};

const digits: Family = {
  name: "digits",
  summary: "numbers whose digits keep rules, up to large bounds",
  make(level, random) {
    const modulus = random.pick([4, 5, 7, 8]); // of 3 and 9 the sum of digits says whether the number itself is divisible
    const rest = random.integer(0, modulus - 1);
    const divisor = random.integer(3, 9);
    return problem<[number]>({
      parameters: [["bound", "int"]],
      returns: "int",
      statement: upTo(
        level,
        `Return how many whole numbers from 1 to the bound, both included, have a sum of decimal digits that leaves the remainder ${rest} when divided by ${modulus}.`,
        "No two digits that stand directly beside each other may be equal.",
        `The number itself must not be divisible by ${divisor}.`
      ),
      draw: (random, size) => [size === "small" ? random.integer(20, 1_500) : random.integer(1e9, 4e9)],
      solve(bound) {
        const text = String(bound);
        const [sums, rests, last] = [modulus, level === 3 ? divisor : 1, level >= 2 ? 10 : 1];
        // How many numbers have been begun below the bound, by sum, remainder and last digit; the bound itself goes along.
        let below = new Float64Array(sums * rests * last);
        let next = new Float64Array(below.length);
        const at = (sum: number, remainder: number, digit: number) => (sum * rests + remainder) * last + (last === 1 ? 0 : digit);
        const put = (sum: number, remainder: number, digit: number) => {
          next[at((sum + digit) % sums, (remainder * 10 + digit) % rests, digit)]! += 1;
        };
        let tight: [number, number, number] | null = [0, 0, -1];
        for (let place = 0; place < text.length; place++) {
          const limit = Number(text[place]);
          next.fill(0);
          for (let sum = 0; sum < sums; sum++)
            for (let remainder = 0; remainder < rests; remainder++) {
              const from = (sum * rests + remainder) * last;
              let many = 0;
              for (let before = 0; before < last; before++) many += below[from + before]!;
              if (many === 0) continue;
              let [toSum, toRest] = [sum, (remainder * 10) % rests];
              for (let digit = 0; digit < 10; digit++) {
                // All of these may go on with the digit but those that end in it.
                next[at(toSum, toRest, digit)]! += last === 1 ? many : many - below[from + digit]!;
                if (++toSum === sums) toSum = 0;
                if (++toRest === rests) toRest = 0;
              }
            }
          if (place > 0) for (let digit = 1; digit < 10; digit++) put(0, 0, digit);
          if (tight !== null) {
            const [sum, remainder, before]: [number, number, number] = tight;
            for (let digit = place === 0 ? 1 : 0; digit < limit; digit++)
              if (last === 1 || digit !== before) put(sum, remainder, digit);
            tight = last > 1 && limit === before ? null : [(sum + limit) % sums, (remainder * 10 + limit) % rests, limit];
          }
          [below, next] = [next, below];
        }
        let count = tight !== null && tight[0] === rest && (rests === 1 || tight[1] !== 0) ? 1 : 0;
        for (let remainder = 0; remainder < rests; remainder++)
          if (rests === 1 || remainder !== 0)
            for (let digit = 0; digit < last; digit++) count += below[at(rest, remainder, digit)]!;
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
    const turns = random.integer(3, 5);
    const most = random.integer(2, 3);
    const what = random.pick(["customers", "jobs", "patients", "letters"]);
    return problem<[number[]]>({
      parameters: [["needs", "list[int]"]],
      returns: "list[int]",
      statement: upTo(
        level,
        `One clerk serves ${what} that wait in a queue, in the order of their numbers from 0. Each needs a number of minutes. The first of the queue is served for ${slice} minutes, or for fewer if it needs fewer; that is one turn. If it then still needs minutes, it goes to the end of the queue. Return for each the minute in which its service is finished, counted from 0 at the beginning.`,
        `Directly after each turn whose number is divisible by ${turns}, the first turn being number 1, the order of the whole queue is reversed, with whoever has just gone to its end.`,
        `Whoever still needs minutes after ${most} turns of its own leaves the queue instead of going to its end, and has -1 in the result.`
      ),
      draw: (random, size) => [
        Array.from({length: size === "small" ? random.integer(1, 6) : 40}, () => random.integer(1, size === "small" ? 12 : 14))
      ],
      solve(needs) {
        const left = [...needs];
        const served = needs.map(() => 0);
        const ends = needs.map(() => -1);
        let queue = needs.map((_, i) => i);
        let minute = 0;
        for (let turn = 1; queue.length > 0; turn++) {
          const [first, ...others] = queue as [number, ...number[]];
          const spent = Math.min(slice, left[first]!);
          minute += spent;
          left[first]! -= spent;
          served[first]!++;
          if (left[first] === 0) ends[first] = minute;
          else if (!(level === 3 && served[first]! >= most)) others.push(first);
          queue = level >= 2 && turn % turns === 0 ? others.reverse() : others;
        }
        return ends;
      }
    });
  }
};

export const counting: readonly Family[] = [coverage, digits, schedules];
