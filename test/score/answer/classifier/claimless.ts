// Real answers without their claim: the value that each claimed is known, and its claim is removed from the text.

import {readdirSync} from "node:fs";
import {join} from "node:path";
import {kindOf, kindOfChoices, numberKind} from "../../../../pipelines/score/answer/kinds.js";
import {readByRules} from "../../../../pipelines/score/answer/read.js";
import type {AnswerRule, Reading} from "../../../../pipelines/score/answer/reading.js";
import {fieldsIn} from "../../../../pipelines/score/answer/structured.js";
import type {ValueKind} from "../../../../pipelines/score/answer/values.js";
import {visibleText} from "../../../../pipelines/score/answer/visible.js";
import {rows} from "../../realAnswers.js";

const CLAIMS: ReadonlySet<string> = new Set<AnswerRule>(["json field", "tag", "box", "hash", "answer is", "answer line"]);
/** Most claims of one text that are removed. */
const MAX_CLAIMS = 8;

export interface Source {
  set: string;
  model: string;
  id: string;
  text: string;
  kind: ValueKind;
}

/** Removes the claim of a reading from a text. */
function removeClaim(text: string, {rule, span}: Reading, form: JsonForm): string {
  const {start, end} = span!;
  const field = fieldsIn(text).find(each => each.start <= start && each.end >= end);
  if (rule === "box" && field) return text.slice(0, field.start) + field.content + text.slice(field.end);
  if (rule === "json field" && field)
    return form === "object" ? withoutField(text, field.start, field.end) : withoutObject(text, field.start, field.end);
  if (field) {
    const from = rule === "tag" ? field.start : text.lastIndexOf("\n", field.start) + 1;
    return text.slice(0, from) + text.slice(field.end);
  }
  const before = text.slice(0, start);
  const from = Math.max(
    before.lastIndexOf("\n") + 1,
    ...[...before.slice(-400).matchAll(/[.!?]\s/gu)].map(({index}) => Math.max(0, start - 400) + index + 2),
    0
  );
  // A heading "Answer:" is on the line before.
  const heading = /(?:^|\n)[^\n]{0,40}answer[^\n]{0,20}\n\s*$/iu.exec(text.slice(0, from))?.index;
  const sentence = /[.!?](?=\s|$)|\n|$/u.exec(text.slice(end))!;
  return text.slice(0, heading ?? from) + text.slice(end + sentence.index + (sentence[0] === "\n" ? 0 : sentence[0].length));
}

/** How a JSON object is left: without its field, or as the text of its reasoning. */
export type JsonForm = "object" | "reasoning";

/** A text without a field of its JSON object, and without the comma before it. */
const withoutField = (text: string, start: number, end: number): string =>
  text.slice(0, start).replace(/,\s*$/u, "\n") + text.slice(end).replace(/^\s*,/u, "");

/** A text with its JSON object replaced by the string of its reasoning. */
function withoutObject(text: string, start: number, end: number): string {
  const open = text.slice(0, start).search(/\{\s*"/u);
  const reasoning = /"(?:reasoning|explanation|rationale|solution|thought)"\s*:\s*("(?:[^"\\]|\\[\s\S])*")/u.exec(text);
  if (!reasoning || open < 0) {
    // The field alone, with its line.
    const line = text.lastIndexOf("\n", start) + 1;
    return text.slice(0, line) + text.slice(end).replace(/^[^\n]*/u, "");
  }
  let plain: string;
  try {
    plain = String(JSON.parse(reasoning[1]!.replace(/\n/gu, "\\n").replace(/\t/gu, "\\t")));
  } catch {
    plain = reasoning[1]!
      .slice(1, -1)
      .replace(/\\n/gu, "\n")
      .replace(/\\(["\\])/gu, "$1");
  }
  return plain;
}

/** The text without its claims; null where it has none, or claims differ. */
export function withoutClaim(source: string, kind: ValueKind, form: JsonForm): {text: string; value: string} | null {
  let text = source;
  let value: string | null = null;
  for (let i = 0; i < MAX_CLAIMS; i++) {
    const {reading, whole} = readByRules(text, kind);
    if (reading.rule === null || !CLAIMS.has(reading.rule)) return value === null ? null : {text: whole.source, value};
    if (value !== null && reading.answer !== value) return null;
    value = reading.answer;
    const shorter = removeClaim(text, reading, form);
    if (shorter === text) return null;
    text = shorter;
  }
  return null;
}

interface Row {
  id: string;
  expected: string;
  text: string;
}

const RESPONSES = join(import.meta.dirname, "../../../../../shared/data/responses");
const modelsIn = (folder: string): string[] =>
  readdirSync(join(RESPONSES, folder))
    .filter(name => name.endsWith(".jsonl.gz") && name !== "items.jsonl.gz")
    .map(name => name.replace(/\.jsonl\.gz$/u, ""))
    .sort();

/** Answers of all models. @param each most answers of a model to a set */
export function* sources({
  each = () => Infinity,
  models = () => true
}: {
  each?: (set: string) => number;
  models?: (model: string) => boolean;
} = {}): Generator<Source> {
  const options = new Map(rows<{id: string; options: string[]}>("mmlu-pro/items.jsonl.gz").map(row => [row.id, row.options]));
  for (const set of ["zeroeval/gsm", "zeroeval/math-l5", "mmlu-pro"]) {
    for (const model of modelsIn(set).filter(models)) {
      const all = rows<Row>(`${set}/${model}.jsonl.gz`);
      const step = Math.max(1, all.length / each(set));
      for (let i = 0; i < all.length; i = Math.floor(i + step)) {
        const {id, text, expected} = all[i]!;
        const kind =
          set === "mmlu-pro"
            ? options.get(id)
              ? kindOfChoices(options.get(id)!)
              : null
            : set.endsWith("gsm")
              ? numberKind
              : kindOf(expected.replace(/^# /u, ""));
        if (!kind || text === null) continue;
        yield {set, model, id, text: visibleText({text, reasoning: null}).final, kind};
      }
    }
  }
}
