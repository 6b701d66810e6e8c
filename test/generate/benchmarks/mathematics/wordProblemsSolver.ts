// Second solver of ZenWordProblems: reads sentences by their cues, and works backwards from the question to the amounts that it depends on.
import {WORD_PROBLEMS_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/wordProblems.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

const NAME = /\b(?:Mira|Ben|Clara|Deniz|Edda|Farid|Greta|Hugo|Iris|Jonas|Kaya|Lukas|Nadia|Oskar|Petra|Quentin)\b/gu;
const IRRELEVANT =
  /years old|degrees outside|weeks ago|^Last year|also counts|who do the same|^All amounts are|begin|^At the start it is/u;
const LOSS =
  /sells|gives \d|broken|lends|spends|pays a bill|repair costs|loses|shorter\.|saves|taken off|Wear costs|lowers|helper leaves|rejects/u;
const PARTS =
  /bags of|boxes that hold|to each child|bundles of|books at|each account|tickets at|each cousin|days of|rest after|tank lasts|runners|packs of|pallets|customer takes|boxes of/u;
const SHARES: Readonly<Record<string, number>> = {half: 1 / 2, third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5};
const COUNTS: Readonly<Record<string, number>> = {a: 1, two: 2, three: 3};

const namesIn = (text: string): string[] => text.match(NAME) ?? [];
const numbersIn = (text: string): number[] => (text.match(/\d+/gu) ?? []).map(Number);
const sentencesIn = (text: string): string[] => text.match(/[^.?]+[.?]/gu)!.map(each => each.trim());

/** The factor that a sentence names in words or as "3 times"; null where it names none. */
function factorIn(text: string): number | null {
  const [, count = "a", part] = /(?:\b(a|two|three) )?\b(half|third|quarter|fifth)s?\b/u.exec(text) ?? [];
  if (part !== undefined) return COUNTS[count]! * SHARES[part]!;
  if (/\btwice\b/u.test(text)) return 2;
  const [, times] = /(\d+) times/u.exec(text) ?? [];
  return times === undefined ? null : Number(times);
}

/** An amount by another one: the value, given how to look up a name. */
type Rule = (amount: (name: string) => number) => number;

function ruleOf(fact: string): [name: string, Rule] {
  const names = namesIn(fact);
  const [subject, object] = (fact.startsWith("Compared with") ? names.toReversed() : names) as [string, string];
  const [number, size] = numbersIn(fact);
  const factor = factorIn(fact);
  if (names.length === 1) return [subject, () => number! * (size ?? 1)];
  if (factor !== null) return [subject, amount => factor * amount(object)];
  const sign = /\b(?:less|fewer)\b/u.test(fact) ? -1 : 1;
  return [subject, amount => amount(object) + sign * number!];
}

function work(question: string): Worked {
  const paragraphs = question.split("\n\n")[0]!.split("\n");
  const asked = paragraphs.at(-1)!;
  const facts = sentencesIn(paragraphs[0]!).filter(fact => !IRRELEVANT.test(fact));
  const rules = new Map(facts.map(ruleOf));
  const changes = paragraphs.length > 2 ? sentencesIn(paragraphs[1]!).slice(1) : [];
  const amounts = new Map<string, number>();
  let steps = 0;
  const first = (name: string): number => {
    const computed = amounts.get(name);
    if (computed !== undefined) return computed;
    const amount = Math.round(rules.get(name)!(first));
    amounts.set(name, amount);
    steps++;
    return amount;
  };
  /** Amount after the first changes, from the last of these back to the beginning. */
  const amountAfter = (name: string, count: number): number => {
    if (count === 0) return first(name);
    const before = () => amountAfter(name, count - 1);
    const change = changes[count - 1]!;
    if (!namesIn(change).includes(name)) return before();
    steps++;
    const factor = factorIn(change);
    if (factor !== null) return Math.round(before() * (factor < 1 ? 1 - factor : factor));
    const [number] = numbersIn(change) as [number];
    return LOSS.test(change) ? before() - number : before() + number;
  };
  const [name, other] = [...new Set(namesIn(asked))] as [string, string | undefined];
  const amount = amountAfter(name, changes.length);
  const [number, fee] = numbersIn(asked);
  steps += fee === undefined ? 1 : 2;
  if (other !== undefined) return {answer: amount + amountAfter(other, changes.length), steps};
  if (fee !== undefined) return {answer: amount * number! - fee, steps};
  return {answer: PARTS.test(asked) ? amount / number! : amount * number!, steps};
}

export const solveWordProblems = methodSolver(WORD_PROBLEMS_OPENING, [["", work]]);
