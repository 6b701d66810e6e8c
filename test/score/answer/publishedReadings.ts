// Reads the answers of ZeroEval and MMLU-Pro with this project's reader and with their own, and counts disagreements by cause.
import {readdirSync} from "node:fs";
import {equalExpressions} from "../../../pipelines/run/expressionEngine.js";
import {publishedName, type ZeroEvalSet} from "../../../pipelines/run/published/zeroEvalNames.js";
import {compareAnswer} from "../../../pipelines/score/answer/compare.js";
import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import type {Reading} from "../../../pipelines/score/answer/reading.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {RESPONSES, rows, value} from "../realAnswers.js";
import {type Cause, mmluProCause, namesFurtherLetter, zeroEvalCause} from "./publishedCauses.js";
import {firstNumber, readMmluPro, readZeroEval} from "./publishedRules.js";

export interface Disagreement {
  model: string;
  id: string;
  cause: Cause;
  /** Whether this project and the published reader score the answer as right. */
  ours: boolean;
  theirs: boolean;
}

export interface ModelReadings {
  model: string;
  n: number;
  /** Accuracies in %; `recomputed`: by the published reader as written here. */
  published: number;
  recomputed: number;
  ours: number;
  /** Expected share in % of right letters among those that the published reader drew. */
  random: number;
  disagreements: Disagreement[];
}

interface Item {
  id: string;
  question: string;
  options?: string[];
}
const itemsOf = (file: string): Map<string, Item> => new Map(rows<Item>(file).map(item => [String(item.id), item]));

interface Ours extends Reading {
  /** Position in the whole text. */
  start: number;
  right: boolean;
}

function readOurs(text: string, expected: string, {question, options}: Item): Ours {
  const kind = kindOf(expected, options);
  const {final, offset} = visibleText({text, reasoning: null});
  const reading = readAnswer(final, kind, {prompt: question});
  const {right} = compareAnswer(reading, {expected}, kind, {equal: equalExpressions});
  return {...reading, start: offset + (reading.span?.start ?? 0), right: right === true};
}

const percent = (count: number, n: number): number => (100 * count) / n;

/** One row of ZeroEval's tables. */
interface ZeroEvalRow {
  Model: string;
  Acc: string;
  "No answer": string;
  Total: number;
  "Reason Lens": string;
}

export interface ZeroEvalReadings extends ModelReadings {
  /** The columns of the published table, by the published reader as written here. */
  columns: Omit<ZeroEvalRow, "Model">;
  row: ZeroEvalRow;
}

/** Readings of all models of a set of ZeroEval, in the order of their names. */
export function zeroEvalReadings(set: ZeroEvalSet): ZeroEvalReadings[] {
  const published = new Map(publishedRows(set).map(row => [row.Model, row]));
  const items = itemsOf(`zeroeval/${set}.items.jsonl.gz`);
  return readdirSync(`${RESPONSES}/zeroeval/${set}`)
    .map(file => file.replace(/\.jsonl\.gz$/u, ""))
    .sort()
    .map(model => zeroEvalModel(set, model, items, published.get(publishedName(set, model))!));
}

export const publishedRows = (set: ZeroEvalSet): ZeroEvalRow[] => value<ZeroEvalRow[]>(`zeroeval/${set}.published.json`);

function zeroEvalModel(set: ZeroEvalSet, model: string, items: Map<string, Item>, row: ZeroEvalRow): ZeroEvalReadings {
  const answers = rows<{id: string; expected: string; text: unknown}>(`zeroeval/${set}/${model}.jsonl.gz`);
  const count = {ours: 0, theirs: 0, none: 0, reasoning: 0};
  const disagreements: Disagreement[] = [];
  for (const answer of answers) {
    const text = typeof answer.text === "string" ? answer.text : JSON.stringify(answer.text);
    const expected = answer.expected.replace(/^#\s*/u, "");
    const reading = readZeroEval(text, {boxes: model.includes("Llama-3.1")});
    const theirs = reading !== null && reading.number !== null && reading.number === firstNumber(expected);
    if (reading) count.reasoning += [...reading.reasoning].length;
    else count.none++;
    const ours = readOurs(text, expected, items.get(answer.id)!);
    if (ours.right) count.ours++;
    if (theirs) count.theirs++;
    if (ours.right === theirs) continue;
    const cause = zeroEvalCause(reading, ours, ours.right, expected);
    disagreements.push({model, id: answer.id.replace(/^.*#/u, ""), cause, ours: ours.right, theirs});
  }
  const n = answers.length;
  return {
    model,
    n,
    row,
    published: Number(row.Acc),
    random: 0,
    disagreements,
    recomputed: percent(count.theirs, n),
    ours: percent(count.ours, n),
    columns: {
      Acc: percent(count.theirs, n).toFixed(2),
      "No answer": percent(count.none, n).toFixed(2),
      Total: n,
      "Reason Lens": (count.reasoning / (n - count.none)).toFixed(2)
    }
  };
}

/** Texts in which the published reader's first pattern matches exactly once with a letter in parentheses. */
export interface SingleClaims {
  texts: number;
  same: number;
  /** Of these, texts whose sentence names further letters. */
  hedges: number;
  hedgesSame: number;
}
export interface MmluProReadings extends ModelReadings {
  single: SingleClaims;
  /** Answers without a letter by the published reader: drawn ones, and those that it counts as wrong. */
  drawn: number;
  unread: number;
  /** Answers whose published letter no rule of the published reader gives although it was not drawn. */
  unexplained: number;
}

/** Readings of all models of MMLU-Pro, in the order of the published table. */
export function mmluProReadings(): MmluProReadings[] {
  const items = itemsOf("mmlu-pro/items.jsonl.gz");
  const published = value<{model: string; published_accuracy: number}[]>("mmlu-pro/published.json");
  return published.map(({model, published_accuracy}) => mmluProModel(model, published_accuracy, items));
}

interface MmluProAnswer {
  id: string;
  expected: string;
  n_options: number;
  published_pred: string | null;
  text: string;
}

function mmluProModel(model: string, published: number, items: Map<string, Item>): MmluProReadings {
  const answers = rows<MmluProAnswer>(`mmlu-pro/${model}.jsonl.gz`);
  const single: SingleClaims = {texts: 0, same: 0, hedges: 0, hedgesSame: 0};
  const count = {ours: 0, theirs: 0, drawn: 0, random: 0, unread: 0, unexplained: 0};
  const disagreements: Disagreement[] = [];
  for (const {id, expected, n_options, published_pred, text} of answers) {
    const readings = readMmluPro(text);
    const reading = readings.find(({letter}) => letter === published_pred) ?? null;
    if (published_pred === null) count.unread++;
    else if (!reading) {
      count.drawn++;
      count.random += 1 / n_options;
      if (readings[0]?.rule === "answer is") count.unexplained++;
    }
    const ours = readOurs(text, expected, items.get(String(id))!);
    countSingle(single, text, ours.answer);
    if (ours.right) count.ours++;
    if (published_pred === expected) count.theirs++;
    if (ours.answer === published_pred) continue;
    const cause = mmluProCause(text, reading, published_pred !== null, ours);
    disagreements.push({model, id: String(id), cause, ours: ours.right, theirs: published_pred === expected});
  }
  const n = answers.length;
  return {
    model,
    n,
    published,
    single,
    disagreements,
    drawn: count.drawn,
    unread: count.unread,
    unexplained: count.unexplained,
    recomputed: percent(count.theirs, n),
    ours: percent(count.ours, n),
    random: percent(count.random, n)
  };
}

function countSingle(single: SingleClaims, text: string, answer: string | null): void {
  const [claim, second] = text.matchAll(/answer is \(([A-J])\)/gu);
  if (!claim || second) return;
  const same = answer === claim[1] ? 1 : 0;
  single.texts++;
  single.same += same;
  if (!namesFurtherLetter(text, claim.index + claim[0].length)) return;
  single.hedges++;
  single.hedgesSame += same;
}

/** Answers that this project scores as right and the published reader does not, less the reverse, by cause. */
export function netByCause(disagreements: readonly Disagreement[]): Map<Cause, number> {
  const net = new Map<Cause, number>();
  for (const {cause, ours, theirs} of disagreements) net.set(cause, (net.get(cause) ?? 0) + Number(ours) - Number(theirs));
  return net;
}

/** Points of accuracy that named causes explain. */
export const explainedPoints = ({disagreements, n}: ModelReadings): number =>
  percent(
    [...netByCause(disagreements)].reduce((sum, [cause, net]) => sum + (cause === "other" ? 0 : net), 0),
    n
  );
