// Answers as MT-Bench keeps them: JSON lines with a question, a model and the turns of its answer; questions and grades stand in files beside.
// https://github.com/lm-sys/FastChat, fastchat/llm_judge
import {existsSync} from "node:fs";
import {readdir} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import type {ForeignRun, ForeignSample, ReadOptions} from "./foreign.js";
import {countOf, type Fields, fieldsOf, listOf, numberOf, objectOf, pythonLines, shown, textOf} from "./json.js";

/** Most points of a judge. */
const SCALE = 10;

interface Beside {
  questions: Map<string, Fields>;
  /** Points of a judge, by question, model and turn. */
  grades: Map<string, Record<string, number>>;
}

/** Questions and grades of folders, read once an import. */
const known = new WeakMap<ReadOptions["notes"], Map<string, Promise<Beside>>>();

function besideOf(folder: string, options: ReadOptions): Promise<Beside> {
  let own = known.get(options.notes);
  if (!own) known.set(options.notes, (own = new Map()));
  let beside = own.get(folder);
  if (!beside) own.set(folder, (beside = readBeside(folder, options)));
  return beside;
}

export async function mtBenchRun(file: string, options: ReadOptions): Promise<ForeignRun> {
  let model = basename(file).replace(/\.jsonl(?:\.gz)?$/u, "");
  for await (const {value} of pythonLines(file)) {
    model = textOf(fieldsOf(value).model_id) ?? textOf(fieldsOf(value).model) ?? model;
    break;
  }
  const folder = homeOf(file);
  return {
    format: "mt-bench",
    file,
    model,
    task: "mt-bench",
    template: null,
    sampler: null,
    identity: null,
    async *samples(): AsyncGenerator<ForeignSample | {place: string; bad: string}> {
      const found = await besideOf(folder, options);
      for await (const {line, value, bad} of pythonLines(file)) {
        const place = `${file}:${line}`;
        const answer = objectOf(value);
        if (bad !== undefined || !answer) yield {place, bad: bad ?? "expected an object"};
        else yield* turnsOf(answer, {place, model, found, options});
      }
    }
  };
}

/** The folder with question.jsonl: that of the answers, or one above it. */
function homeOf(file: string): string {
  const own = dirname(file);
  return [own, dirname(own)].find(folder => existsSync(join(folder, "question.jsonl"))) ?? own;
}

async function readBeside(folder: string, {notes}: ReadOptions): Promise<Beside> {
  const questions = new Map<string, Fields>();
  const grades: Beside["grades"] = new Map();
  const file = join(folder, "question.jsonl");
  if (!existsSync(file)) notes.add("folder", "without question.jsonl, which has the questions", {example: folder});
  else for await (const {value} of pythonLines(file)) questions.set(shown(fieldsOf(value).question_id), fieldsOf(value));
  for (const place of [folder, join(folder, "model_judgment")])
    for (const name of existsSync(place) ? await readdir(place) : []) {
      if (!name.endsWith(".jsonl") || !/single|judg/u.test(name)) continue;
      for await (const {value} of pythonLines(join(place, name))) addGrade(grades, fieldsOf(value), notes);
    }
  return {questions, grades};
}

const gradeKey = (question: unknown, model: unknown, turn: number) => JSON.stringify([shown(question), shown(model), turn]);

function addGrade(grades: Beside["grades"], row: Fields, notes: ReadOptions["notes"]): void {
  const score = numberOf(row.score);
  if (score === null || score < 0) {
    notes.add("judgment", "without points for one answer, such as of pairs: left out");
    return;
  }
  const key = gradeKey(row.question_id, row.model, countOf(row.turn) ?? 1);
  const judge = listOf(row.judge).map(shown)[0] ?? (textOf(row.judge) || "judge");
  grades.set(key, {...grades.get(key), [judge]: score});
}

function* turnsOf(
  answer: Fields,
  {place, model, found, options}: {place: string; model: string; found: Beside; options: ReadOptions}
): Generator<ForeignSample | {place: string; bad: string}> {
  const id = answer.question_id;
  if (typeof id !== "number" && typeof id !== "string") {
    yield {place, bad: '"question_id" is missing'};
    return;
  }
  const [choice, ...further] = listOf(answer.choices).map(fieldsOf);
  const turns = listOf(choice?.turns).map(turn => (typeof turn === "string" ? turn : shown(fieldsOf(turn).content ?? turn)));
  if (turns.length === 0) {
    yield {place, bad: "choices[0].turns is missing or empty"};
    return;
  }
  if (further.length > 0) options.notes.add("answer", "with further choices: left out");
  const question = found.questions.get(shown(id)) ?? {};
  const asked = listOf(question.turns).map(shown);
  const references = listOf(question.reference).map(shown);
  for (const [i, text] of turns.entries()) {
    const own = asked[i] ?? `question ${id}${turns.length > 1 ? `, turn ${i + 1}` : ""}`;
    const before = turns
      .slice(0, i)
      .flatMap((each, k) => [`[user]\n${asked[k] ?? `question ${id}, turn ${k + 1}`}`, `[assistant]\n${each}`]);
    const scores = found.grades.get(gradeKey(id, answer.model_id ?? answer.model ?? model, i + 1)) ?? {};
    const points = options.score === undefined ? Object.values(scores)[0] : scores[options.score];
    yield {
      place,
      id,
      model: textOf(answer.model_id) ?? textOf(answer.model) ?? model,
      params: {turn: i + 1},
      question: own,
      prompt: before.length > 0 ? [...before, `[user]\n${own}`].join("\n\n") : own,
      expected: references[i] ?? "",
      text,
      category: textOf(question.category),
      reported: {
        // Points are no verdict: only a threshold makes one of them.
        right: points === undefined || options.pass === undefined ? null : points / SCALE >= options.pass,
        scores,
        readable: false
      }
    };
  }
}
