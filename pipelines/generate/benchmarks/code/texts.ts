// Families of texts: substrings, stacks of letters, expressions, logs.
import type {Random} from "../../seed.js";
import {type Family, problem, upTo} from "./problem.js";

const LETTERS = "abcdef";
const letters = (random: Random, length: number, from: number): string =>
  Array.from({length}, () => LETTERS[random.integer(from, LETTERS.length - 1)]!).join("");

const substrings: Family = {
  name: "substrings",
  summary: "substrings that keep rules",
  make(level, random) {
    const most = random.integer(2, 4);
    const modulus = random.integer(2, 4);
    const rest = random.integer(0, modulus - 1);
    return problem<[string]>({
      parameters: [["text", "str"]],
      returns: "int",
      statement: upTo(
        level,
        `Return how many non-empty pieces of a text, each given by where it begins and where it ends, hold at most ${most} different letters. Equal pieces at different places count separately.`,
        "The first and the last letter of a piece must differ.",
        `The length of a piece must leave the remainder ${rest} when divided by ${modulus}.`
      ),
      draw: (random, size) => [letters(random, size === "small" ? random.integer(3, 16) : 60, 0)],
      solve(text) {
        let count = 0;
        for (let start = 0; start < text.length; start++) {
          let [mask, kinds] = [0, 0];
          for (let end = start; end < text.length; end++) {
            const bit = 1 << (text.charCodeAt(end) - 97);
            if (!(mask & bit)) kinds++;
            if (kinds > most) break;
            mask |= bit;
            if (level >= 2 && text[start] === text[end]) continue;
            if (level === 3 && (end - start + 1) % modulus !== rest) continue;
            count++;
          }
        }
        return count;
      }
    });
  }
};

const stacks: Family = {
  name: "stacks",
  summary: "what is left of a text after runs of letters have merged",
  make(level, random) {
    const run = random.integer(2, 3);
    const room = random.integer(2, 4);
    const thing = random.pick(["blocks", "tiles", "cards", "jars"]);
    return problem<[string]>({
      parameters: [["text", "str"]],
      returns: "str",
      statement: upTo(
        level,
        `The letters of a text, from a to f, are put as ${thing} on a pile, from left to right. As soon as the ${run} topmost ${thing} are equal, they are removed${level === 1 ? "" : " and one with the next letter of the alphabet is put on the pile instead, which may complete another group; behind f comes a"}. Return the pile at the end as a text, from the bottom to the top.`,
        "Before a letter is put on the pile, a pile whose topmost letter is f has that letter removed; this is done for letters of the text only.",
        `As soon as nothing more merges and the pile has more than ${room} ${thing}, the one at the bottom is taken away.`
      ),
      // The last letters of the alphabet alone, since f has a rule of its own.
      draw: (random, size) => [letters(random, size === "small" ? random.integer(8, 20) : 120, size === "small" ? 3 : 2)],
      solve(text) {
        let pile: string[] = [];
        const merge = () => {
          while (pile.length >= run) {
            const top = pile.at(-1)!;
            if (pile.slice(-run).some(letter => letter !== top)) return;
            pile.length -= run;
            if (level === 1) return;
            pile.push(LETTERS[(LETTERS.indexOf(top) + 1) % LETTERS.length]!);
          }
        };
        for (const letter of text) {
          if (level >= 2 && pile.at(-1) === "f") pile.pop();
          pile.push(letter);
          merge();
          if (level === 3 && pile.length > room) pile = pile.slice(1);
        }
        return pile.join("");
      }
    });
  }
};

const expressions: Family = {
  name: "expressions",
  summary: "expressions with an order of operations of their own",
  make(level, random) {
    const own = random.pick([
      {words: "the larger of its two sides", of: (a: number, b: number) => Math.max(a, b)},
      {words: "the smaller of its two sides", of: (a: number, b: number) => Math.min(a, b)},
      {words: "the distance of its two sides, which is never negative", of: (a: number, b: number) => Math.abs(a - b)},
      {words: "twice its left side plus its right side", of: (a: number, b: number) => 2 * a + b}
    ]);
    const modulus = random.pick([97, 101, 1009]);
    const order = random.shuffle(level === 1 ? ["+", "*"] : ["+", "*", "@"]);
    const apply: Record<string, (a: number, b: number) => number> = {
      "+": (a, b) => a + b,
      "*": (a, b) => a * b,
      "@": own.of
    };
    const name: Record<string, string> = {"+": "'+'", "*": "'*'", "@": "'@'"};
    return problem<[string]>({
      parameters: [["expression", "str"]],
      returns: "int",
      statement: upTo(
        level,
        `An expression consists of whole numbers and the operations ${order.map(each => name[each]).join(", ")}, without spaces${level === 1 ? "" : ", and of parentheses with their usual meaning"}. ${level === 1 ? "" : `'@' gives ${own.words}. `}The operations bind in this order, the first of them most strongly: ${order.map(each => name[each]).join(", ")}. Return the value.`,
        `Operations of the same kind that follow each other are done from ${level === 3 ? "right to left" : "left to right"}.`,
        `The result of every single operation is replaced by its remainder when divided by ${modulus}, before anything else is done with it.`
      ),
      draw: (random, size) => {
        const write = (depth: number): string =>
          Array.from({length: random.integer(2, depth > 0 ? 4 : 3)}, (_, i) => {
            const part = level >= 2 && depth > 0 && random.chance(0.35) ? `(${write(depth - 1)})` : String(random.integer(0, 12));
            return i === 0 ? part : random.pick(order) + part;
          }).join("");
        return [write(size === "small" ? 2 : 4)];
      },
      solve(expression) {
        let at = 0;
        const done = (operation: string, a: number, b: number) => {
          const value = apply[operation]!(a, b);
          return level === 3 ? value % modulus : value;
        };
        const atom = (): number => {
          if (expression[at] === "(") {
            at++;
            const value = level_(order.length - 1);
            at++;
            return value;
          }
          const start = at;
          while (at < expression.length && expression[at]! >= "0" && expression[at]! <= "9") at++;
          return Number(expression.slice(start, at));
        };
        const level_ = (rank: number): number => {
          if (rank < 0) return atom();
          const sides = [level_(rank - 1)];
          while (expression[at] === order[rank]) {
            at++;
            sides.push(level_(rank - 1));
          }
          return level === 3
            ? sides.reduceRight((right, left) => done(order[rank]!, left, right))
            : sides.reduce((left, right) => done(order[rank]!, left, right));
        };
        return level_(order.length - 1);
      }
    });
  }
};

const NAMES = ["ann", "bob", "cleo", "dan", "eve"];

const logs: Family = {
  name: "logs",
  summary: "sums by name from the lines of a log",
  make(level, random) {
    const [from, to] = random.pick([
      [":", ";"],
      ["=", "|"],
      [">", "/"]
    ]) as [string, string];
    const window = random.integer(3, 9);
    const least = random.integer(4, 12);
    return problem<[string]>({
      parameters: [["log", "str"]],
      returns: "list[list]",
      statement: upTo(
        level,
        `A log consists of entries that are separated by '${to}'. An entry "12 ann${from}5" says that in minute 12 ann has paid 5; minutes never decrease. Return the names with their sums as lists [name, sum], in alphabetical order, leaving out names whose sum is less than ${least}.`,
        `An entry "14 ann${from}x" cancels the latest payment of ann that is not cancelled yet, if there is one.`,
        `A payment counts double if the same name has another payment, not more than ${window} minutes before it or in the same minute before it, that is not cancelled at the end of the log.`
      ),
      draw: (random, size) => {
        const names = size === "small" ? NAMES.slice(0, 3) : NAMES;
        let minute = 0;
        return [
          Array.from({length: size === "small" ? random.integer(2, 8) : 40}, () => {
            minute += random.integer(0, 6);
            const amount = level >= 2 && random.chance(0.25) ? "x" : String(random.integer(1, 9));
            return `${minute} ${random.pick(names)}${from}${amount}`;
          }).join(to)
        ];
      },
      solve(log) {
        const paid = new Map<string, [minute: number, amount: number][]>();
        for (const entry of log.split(to)) {
          const space = entry.indexOf(" ");
          const sign = entry.indexOf(from);
          const [name, amount] = [entry.slice(space + 1, sign), entry.slice(sign + 1)];
          const own = paid.get(name) ?? [];
          paid.set(name, own);
          if (amount === "x") own.pop();
          else own.push([Number(entry.slice(0, space)), Number(amount)]);
        }
        return [...paid]
          .map(([name, own]): [string, number] => [
            name,
            own.reduce((sum, [minute, amount], i) => {
              const double = level === 3 && i > 0 && minute - own[i - 1]![0] <= window;
              return sum + (double ? 2 * amount : amount);
            }, 0)
          ])
          .filter(([, sum]) => sum >= least)
          .sort(([a], [b]) => (a < b ? -1 : 1));
      }
    });
  }
};

export const texts: readonly Family[] = [substrings, stacks, expressions, logs];
