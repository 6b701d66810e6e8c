// Real answers whose verdicts somebody wrote by hand: ids and verdicts are in judged.json, texts next to the repository.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {rows} from "../realAnswers.js";

export {absent} from "../realAnswers.js";

const SETS = ["gsm", "math-l5", "mmlu-pro", "bbh-cot", "babilong", "gsm8k-solutions"] as const;
export type JudgedSet = (typeof SETS)[number];

const KINDS = ["number", "letter", "expression", "text"] as const;
export type JudgedKind = (typeof KINDS)[number];

/** One judgement of judged.json. */
const judgement = z.strictObject({
  set: z.enum(SETS),
  model: z.string().describe("name of the set's file without its ending; in gsm8k-solutions the key of the solution"),
  id: z.coerce.string().describe("id of the row, or its 0-based line in sets without ids"),
  kind: z.enum(["one", "several", "none"]).describe("whether the text states one answer"),
  stated: z.string().optional().describe("the value that was read; absent where there is none or where it may not be kept"),
  sure: z.literal(false).optional().describe("set where careful people could disagree"),
  verdict: z.enum(["right", "wrong", "none"]).describe("none: the text gives no answer, or several that differ")
});
type Judgement = z.infer<typeof judgement>;

/** The kind of an expected value: a letter where there are options, a number, an expression of MATH, else text. */
function valueKind({set}: Judgement, {expected}: Answer): JudgedKind {
  if (/^\(?[A-Z]\)?$/u.test(expected)) return "letter";
  if (set === "math-l5") return "expression";
  return /^-?[\d.,]+$/u.test(expected) ? "number" : "text";
}

interface Answer {
  text: string;
  question: string;
  options?: string[];
  expected: string;
}
export type JudgedAnswer = Omit<Judgement, "kind"> & Answer & {kind: JudgedKind; states: Judgement["kind"]};

/** Returns the answer with an id; undefined where the set has none. */
type Lookup = (id: string) => Answer | undefined;

/** Returns the judged answers with their texts, in the order of the file; an empty list where the file is absent. */
export function judgedAnswers(file = join(import.meta.dirname, "judged.json")): JudgedAnswer[] {
  if (!existsSync(file)) return [];
  const judgements = z.array(judgement).parse(JSON.parse(readFileSync(file, "utf8")));
  // One file of responses at a time: the texts of all of them would need a gigabyte.
  const answers = new Map<Judgement, Answer>();
  const items = new Map<string, ReturnType<typeof byId>>();
  const readItems: ReadItems = name => {
    if (!items.has(name)) items.set(name, byId(name));
    return items.get(name)!;
  };
  for (const key of new Set(judgements.map(fileOf))) {
    const ofFile = judgements.filter(one => fileOf(one) === key);
    const lookup = LOOKUPS[ofFile[0]!.set](ofFile[0]!.model, readItems);
    for (const one of ofFile) {
      const answer = lookup(one.id);
      if (!answer) throw new Error(`judged.json: ${key} has no response ${one.id}`);
      answers.set(one, answer);
    }
  }
  return judgements.map(one => {
    const answer = answers.get(one)!;
    return {...one, ...answer, kind: valueKind(one, answer), states: one.kind};
  });
}

const fileOf = ({set, model}: Judgement): string => `${set}/${model}`;

interface Row {
  id: string;
  text: string;
  expected: string;
  question: string;
  options?: string[];
}
const byId = (file: string): Map<string, Row> => new Map(rows<Row>(file).map(row => [row.id, row]));
type ReadItems = (file: string) => Map<string, Row>;

const LOOKUPS: Record<JudgedSet, (model: string, items: ReadItems) => Lookup> = {
  gsm: (model, items) => joined(`zeroeval/gsm/${model}.jsonl.gz`, items("zeroeval/gsm.items.jsonl.gz")),
  "math-l5": (model, items) => joined(`zeroeval/math-l5/${model}.jsonl.gz`, items("zeroeval/math-l5.items.jsonl.gz")),
  "mmlu-pro": (model, items) => joined(`mmlu-pro/${model}.jsonl.gz`, items("mmlu-pro/items.jsonl.gz")),
  "bbh-cot": model =>
    byLine(`bbh-cot/${model}.jsonl`, ({response, question, target}) => ({text: response!, question, expected: target!})),
  babilong: model =>
    byLine(`babilong/${model}.jsonl`, ({output, question, target}) => ({text: output!, question, expected: target!})),
  "gsm8k-solutions": model =>
    byLine("gsm8k-solutions.jsonl", row => ({
      text: (row as unknown as Record<string, {solution: string}>)[model]!.solution,
      question: row.question,
      expected: row.ground_truth!.split("A: ").at(-1)!.trim()
    }))
};

/** Responses of a file by id, with the question and options of their items. ZeroEval spells an expected number "# 18". */
function joined(file: string, items: Map<string, Row>): Lookup {
  const responses = byId(file);
  return id => {
    const [response, item] = [responses.get(id), items.get(id)];
    if (!response || !item) return undefined;
    const {question, options} = item;
    return {text: response.text, question, ...(options && {options}), expected: response.expected.replace(/^# /u, "")};
  };
}

type Line = {question: string} & Partial<Record<"response" | "output" | "target" | "ground_truth", string>>;
function byLine(file: string, answerOf: (line: Line) => Answer): Lookup {
  const lines = rows<Line>(file);
  return id => lines[Number(id)] && answerOf(lines[Number(id)]!);
}
