// Families of texts: substrings, stacks of letters, expressions, logs.
import type {Random} from "../../seed.js";
import {type Family, PARTS, problem, upTo} from "./problem.js";

const LETTERS = "abcdef";
/** A text of letters, all of which occur in another text. */
const lettersOf = (random: Random, length: number, from: string): string =>
  Array.from({length}, () => from[random.integer(0, from.length - 1)]!).join("");

type Part = [letters: string, times: number];

const substrings: Family = {
  name: "substrings",
  summary: "substrings that keep rules",
  make(level, random) {
    const most = random.integer(2, 4);
    const modulus = random.integer(2, 4);
    const rest = random.integer(0, modulus - 1);
    const [even, first, second] = random.shuffle([...LETTERS]) as [string, string, string];
    return problem<[Part[]]>({
      parameters: [["parts", "list[list]"]],
      returns: "int",
      statement: upTo(
        level,
        `${PARTS} Return how many non-empty pieces of the text hold at most ${most} different letters. A piece consists of letters that follow each other without a break, and is given by where it begins and where it ends: equal pieces at different places count separately.`,
        "The first and the last letter of a piece must differ, so that no piece of one letter counts.",
        `The length of a piece must leave the remainder ${rest} when divided by ${modulus}.`,
        `The letter ${even} must occur in a piece an even number of times, or not at all.`,
        `No piece may have the letter ${first} with the letter ${second} directly after it.`
      ),
      bounds:
        "There are up to 6 parts; the letters are from a to f, a part has from 1 to 8 of them, and the whole text has up to 40000 letters.",
      draw(random, size) {
        if (size === "small")
          return [
            Array.from({length: random.integer(1, 3)}, () => [
              lettersOf(random, random.integer(1, 5), LETTERS),
              random.integer(1, 3)
            ])
          ];
        // Long parts of few letters, so that pieces are long, between short ones of many.
        const long = () => {
          const letters = random
            .shuffle([...LETTERS].filter(letter => letter !== second))
            .slice(0, 2)
            .join("");
          return lettersOf(random, random.integer(3, 6), letters);
        };
        const times = (letters: string, length: number): Part => [letters, Math.floor(length / letters.length)];
        return [
          [
            times(long(), random.integer(10_000, 15_000)),
            times(lettersOf(random, 8, LETTERS), random.integer(500, 2_000)),
            times(long(), random.integer(10_000, 15_000)),
            times(lettersOf(random, 7, LETTERS), random.integer(500, 2_000))
          ]
        ];
      },
      solve(parts) {
        const text = parts.map(([letters, times]) => letters.repeat(times)).join("");
        const modulo = level >= 3 ? modulus : 1;
        /** Letters of the pieces that may end here, by their number. */
        const held = new Int32Array(LETTERS.length);
        /** Beginnings of those pieces by remainder of the place, parity of the letter before it, and letter; and without regard to the letter. */
        const beginnings = new Int32Array(modulo * 2 * LETTERS.length);
        const all = new Int32Array(modulo * 2);
        const parities = new Uint8Array(text.length + 1);
        const code = (place: number) => text.charCodeAt(place) - 97;
        let [start, kinds, count] = [0, 0, 0];
        const add = (place: number, by: 1 | -1) => {
          const letter = code(place);
          const at = (place % modulo) * 2 + parities[place]!;
          all[at]! += by;
          beginnings[at * LETTERS.length + letter]! += by;
          const before = held[letter]!;
          held[letter] = before + by;
          if (before === 0) kinds++;
          else if (before + by === 0) kinds--;
        };
        for (let end = 0; end < text.length; end++) {
          const isEven = level >= 4 && text[end] === even;
          parities[end + 1] = isEven ? 1 - parities[end]! : parities[end]!;
          add(end, 1);
          const isBroken = level >= 5 && end > 0 && text[end - 1] === first && text[end] === second;
          while (kinds > most || (isBroken && start < end)) add(start++, -1);
          const begins = (((end + 1 - (level >= 3 ? rest : 0)) % modulo) + modulo) % modulo;
          const at = begins * 2 + parities[end + 1]!;
          count += all[at]! - (level >= 2 ? beginnings[at * LETTERS.length + code(end)]! : 0);
        }
        return count;
      }
    });
  }
};

const stacks: Family = {
  name: "stacks",
  summary: "a pile of letters on which runs of equal letters merge",
  make(level, random) {
    const run = random.integer(2, 3);
    const room = run + random.integer(1, 3);
    const period = random.integer(3, 5);
    const pieces = random.pick(["blocks", "tiles", "cards", "jars"]);
    return problem<[Part[]]>({
      parameters: [["parts", "list[list]"]],
      returns: "list",
      statement: upTo(
        level,
        `${PARTS} The letters are put as ${pieces} on a pile from left to right. As soon as the ${run} topmost ${pieces} are equal, this group is removed${level === 1 ? "" : ", and the next letter of the alphabet (a for f) is put in its place, which may complete another group"}. If the pile then has more than ${room} ${pieces}, the one at the bottom is taken away. Groups are removed only just after something was put on the pile. Return [pile, groups]: the last pile as a text from bottom to top, and how many groups there were.`,
        "Before a letter of the text is put on a pile with f at the top, that f is removed, which is no group.",
        "After one at the bottom has been taken away, the whole pile is turned over: its bottom becomes its top.",
        `Letters of the text are counted from 1; each with a number divisible by ${period} is put on the pile as the next letter of the alphabet.`,
        "While the pile is empty or has a at its bottom, letters with odd numbers are skipped."
      ),
      bounds: "There are up to 5 parts of 1 to 9 letters from a to f, each written up to 10000000000 times.",
      draw: (random, size) => [
        size === "small"
          ? // The last letters of the alphabet alone, since f has a rule of its own.
            Array.from({length: random.integer(1, 3)}, () => [
              lettersOf(random, random.integer(2, 6), "cdef"),
              random.integer(1, 4)
            ])
          : Array.from({length: random.integer(3, 5)}, () => [
              lettersOf(random, random.integer(5, 9), "bcdef"),
              random.integer(1e9, 1e10)
            ])
      ],
      solve(parts) {
        const successor = (letter: string) => LETTERS[(LETTERS.indexOf(letter) + 1) % LETTERS.length]!;
        const phases = 2 * period;
        const pile: string[] = [];
        let [groups, number] = [0, 0];
        const put = (letter: string) => {
          pile.push(letter);
          while (pile.length >= run && pile.slice(-run).every(each => each === pile.at(-1))) {
            const top = pile.at(-1)!;
            pile.length -= run;
            groups++;
            if (level === 1) return;
            pile.push(successor(top));
          }
        };
        const step = (letter: string) => {
          number = (number + 1) % phases;
          if (level >= 5 && number % 2 === 1 && (pile.length === 0 || pile[0] === "a")) return;
          if (level >= 2 && pile.at(-1) === "f") pile.pop();
          put(level >= 4 && number % period === 0 ? successor(letter) : letter);
          if (pile.length <= room) return;
          pile.shift();
          if (level >= 3) pile.reverse();
        };
        for (const [letters, times] of parts) {
          /** Rounds after which the pile and the letter's number were the same, with the groups until then. */
          const rounds = new Map<string, [round: number, groups: number]>();
          for (let round = 0; round < times; round++) {
            const state = pile.join("") + String(number);
            const earlier = rounds.get(state);
            if (earlier) {
              const length = round - earlier[0];
              const skipped = Math.floor((times - round) / length);
              groups += skipped * (groups - earlier[1]);
              round += skipped * length;
              rounds.clear();
              if (round >= times) break;
            } else rounds.set(state, [round, groups]);
            for (const letter of letters) step(letter);
          }
        }
        return [pile.join(""), groups];
      }
    });
  }
};

/** An expression whose value depends on variables. */
type Compiled = (values: Readonly<Record<string, number>>) => number;

const expressions: Family = {
  name: "expressions",
  summary: "expressions with an order of operations of their own, applied again and again",
  make(level, random) {
    const special = random.pick([
      {words: "the larger of its two sides", of: (a: number, b: number) => Math.max(a, b)},
      {words: "the smaller of its two sides", of: (a: number, b: number) => Math.min(a, b)},
      {words: "the distance of its two sides, which is never negative", of: (a: number, b: number) => Math.abs(a - b)},
      {words: "twice its left side plus its right side", of: (a: number, b: number) => 2 * a + b}
    ]);
    const modulus = random.pick([97, 101, 103]);
    const period = random.integer(3, 7);
    const order = random.shuffle(level === 1 ? ["+", "-", "*"] : ["+", "-", "*", "@"]);
    const apply: Record<string, (a: number, b: number) => number> = {
      "+": (a, b) => a + b,
      "-": (a, b) => a - b + modulus,
      "*": (a, b) => a * b,
      "@": special.of
    };
    const names = order.map(each => `'${each}'`).join(", ");
    return problem<[string, number, number]>({
      parameters: [
        ["expression", "str"],
        ["x", "int"],
        ["times", "int"]
      ],
      returns: "int",
      statement: upTo(
        level,
        `An expression consists of whole numbers, of letters with values, and of operations, without spaces. The operations bind in this order, the first of them most strongly: ${names}. Operations of the same kind that follow each other are done from ${level >= 3 ? "right to left" : "left to right"}. The result of every operation is replaced by its remainder when divided by ${modulus}, from 0 to ${modulus - 1}, before anything else is done with it. The letter x has the given value at first. As many times as the last argument says, the expression is evaluated and its value becomes the new value of x. Return the last value of x.`,
        `Parentheses have their usual meaning. The operation '@' gives ${special.words}.`,
        "Note once more that equal operations group from the right: a-b-c is a-(b-c).",
        "The letter y is the value that x had before its present one; in the first evaluation it is 0.",
        `The letter k is the remainder of the number of the evaluation, counted from 1, when divided by ${period}.`
      ),
      bounds: `An expression has up to 300 characters; its numbers and x are from 0 to ${modulus - 1}, and it is evaluated up to 1000000000000 times.`,
      draw: (random, size) => {
        const variables = ["x", "x", ...(level >= 4 ? ["y", "y"] : []), ...(level >= 5 ? ["k"] : [])];
        const atom = () => (random.chance(0.5) ? random.pick(variables) : String(random.integer(0, 12)));
        const write = (depth: number): string =>
          Array.from({length: random.integer(2, 3)}, (_, i) => {
            const part = level >= 2 && depth > 0 && random.chance(0.35) ? `(${write(depth - 1)})` : atom();
            return i === 0 ? part : random.pick(order) + part;
          }).join("");
        const isSmall = size === "small";
        // Each variable occurs, so that no expression does without the rule of its level.
        const tail = ["x", ...(isSmall ? [] : [write(2)]), ...(level >= 4 ? ["y"] : []), ...(level >= 5 ? ["k"] : [])];
        const expression = write(isSmall ? 1 : 3) + tail.map(part => random.pick(order) + part).join("");
        return [expression, random.integer(0, modulus - 1), isSmall ? random.integer(1, 4) : random.integer(1e11, 1e12)];
      },
      solve(expression, x, times) {
        let at = 0;
        const readAtom = (): Compiled => {
          const character = expression[at]!;
          if (character === "(") {
            at++;
            const inner = readRank(order.length - 1);
            at++;
            return inner;
          }
          const word = /^(?:\d+|[a-z])/u.exec(expression.slice(at))![0];
          at += word.length;
          const number = Number(word);
          return Number.isNaN(number) ? values => values[word]! : () => number;
        };
        const readRank = (rank: number): Compiled => {
          if (rank < 0) return readAtom();
          const sides = [readRank(rank - 1)];
          while (expression[at] === order[rank]) {
            at++;
            sides.push(readRank(rank - 1));
          }
          const operation = apply[order[rank]!]!;
          const join =
            (a: Compiled, b: Compiled): Compiled =>
            values =>
              operation(a(values), b(values)) % modulus;
          return level >= 3 ? sides.reduceRight((right, left) => join(left, right)) : sides.reduce(join);
        };
        const evaluate = readRank(order.length - 1);
        /** Values of x from the beginning, and the evaluation before which each state was first met. */
        const values = [x];
        const met = new Map<number, number>();
        let [y, number] = [0, 0];
        for (; number < times; number++) {
          const present = values[number]!;
          const state = ((level >= 5 ? number % period : 0) * modulus + y) * modulus + present;
          const earlier = met.get(state);
          if (earlier !== undefined) return values[earlier + ((times - earlier) % (number - earlier))]!;
          met.set(state, number);
          values.push(evaluate({x: present, y, k: level >= 5 ? (number + 1) % period : 0}));
          if (level >= 4) y = present;
        }
        return values[number]!;
      }
    });
  }
};

const NAMES = ["ann", "bob", "cleo", "dan", "eve"];
/** Minutes of a day in logs. */
const DAY = 60;

const logs: Family = {
  name: "logs",
  summary: "sums by name from the lines of a log that goes on for many days",
  make(level, random) {
    const [from, to] = random.pick([
      [":", ";"],
      ["=", "|"],
      [">", "/"]
    ]) as [string, string];
    const window = random.integer(5, 12);
    const least = random.integer(4, 12);
    const closed = random.integer(2, 4);
    return problem<[string, number]>({
      parameters: [
        ["log", "str"],
        ["days", "int"]
      ],
      returns: "list[list]",
      statement: upTo(
        level,
        `The log of a day consists of entries that are separated by '${to}'. An entry "12 ann${from}5" says that in minute 12 of the day ann has paid 5; minutes are from 0 to ${DAY - 1} and never decrease. The same log is repeated on each day, from day 1 to the number of days that is given; a day has ${DAY} minutes, and the next day follows without a break. Return the names with the sums of their payments on all days as lists [name, sum], in alphabetical order, leaving out names whose sum is less than ${least}.`,
        `An entry "14 ann${from}x" cancels the latest payment of ann that is not cancelled yet, of this day or an earlier one, if there is any.`,
        `A payment counts double if the same name has another payment, not more than ${window} minutes before it or in the same minute before it, that is not cancelled at the end of all days.`,
        `On days whose number is divisible by ${closed}, the office is closed: all entries are ignored, but the minutes pass.`,
        "Of the payments of a name that are not cancelled at the end, in order of time, the third, sixth, ninth and so on count nothing."
      ),
      bounds:
        "A log has from 2 to 40 entries of up to 5 names, a payment is from 1 to 9, and there are up to 1000000000000 days.",
      draw: (random, size) => {
        const names = size === "small" ? NAMES.slice(0, 3) : NAMES;
        const entries = size === "small" ? random.integer(2, 8) : 40;
        let minute = random.integer(0, 4);
        return [
          Array.from({length: entries}, () => {
            minute = Math.min(DAY - 1, minute + random.integer(0, size === "small" ? 12 : 3));
            const amount = level >= 2 && random.chance(0.25) ? "x" : String(random.integer(1, 9));
            return `${minute} ${random.pick(names)}${from}${amount}`;
          }).join(to),
          size === "small" ? random.integer(1, 5) : random.integer(1e11, 1e12)
        ];
      },
      solve(log, days) {
        const entries = log.split(to).map(entry => {
          const [space, sign] = [entry.indexOf(" "), entry.indexOf(from)];
          return {minute: Number(entry.slice(0, space)), name: entry.slice(space + 1, sign), amount: entry.slice(sign + 1)};
        });
        const names = [...new Set(entries.map(({name}) => name))].sort();
        const paid = new Map(names.map(name => [name, [] as [minute: number, amount: number][]]));
        const sums = () =>
          names.map(name =>
            paid.get(name)!.reduce((sum, [minute, amount], i, payments) => {
              const isDouble = level >= 3 && i > 0 && minute - payments[i - 1]![0] <= window;
              return level >= 5 && i % 3 === 2 ? sum : sum + (isDouble ? 2 * amount : amount);
            }, 0)
          );
        const period = 3 * closed;
        // From the third day on, sums grow by the same in each period: of the closed days and of the payments that count nothing.
        const base = days < 4 * period ? days : 2 * period + (days % period);
        let first: number[] = [];
        for (let day = 1; day <= (base === days ? days : base + period); day++) {
          for (const {minute, name, amount} of level >= 4 && day % closed === 0 ? [] : entries) {
            const payments = paid.get(name)!;
            if (amount === "x") payments.pop();
            else payments.push([(day - 1) * DAY + minute, Number(amount)]);
          }
          if (day === base) first = sums();
        }
        const second = sums();
        const periods = Math.floor((days - base) / period);
        return names
          .map((name, i): [string, number] => [name, first[i]! + periods * (second[i]! - first[i]!)])
          .filter(([, sum]) => sum >= least);
      }
    });
  }
};

export const texts: readonly Family[] = [substrings, stacks, expressions, logs];
