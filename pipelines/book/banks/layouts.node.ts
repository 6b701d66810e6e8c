// The layouts of published benchmarks: what each field of a record means. One entry a layout, written from the public descriptions.

import {hash} from "node:crypto";
import type {LayoutName} from "../bankSchemas.js";
import {scorerSchema} from "../scorers.js";
import {answersIn, at, type Fields, isMap, letterPlace, map, text, texts, whole} from "./fields.js";
import type {Draft} from "./item.node.js";
import {withOthers} from "./itemSettings.js";
import {type Layout, optional, scorer} from "./layout.js";
import {checkedLayouts} from "./layoutsChecked.js";
import {listLayouts} from "./layoutsLists.js";
import {longLayouts} from "./layoutsLong.js";
import {readingLayouts} from "./layoutsReading.js";
import {nestedListOf} from "./nestedList.js";
import {partsOf} from "./parts.node.js";
import {readSettings} from "./readSettings.js";

/**
 * The options in an order fixed by the question's text.
 * @returns the options as shown, the new place of the right one, and the new place of each
 */
function shuffledBy(
  question: string,
  options: readonly string[],
  right: number
): {shown: string[]; right: number; places: number[]} {
  const order = options
    .map((option, i) => ({i, rank: hash("sha256", JSON.stringify([question, option, i]), "hex")}))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const places = options.map((_, i) => order.findIndex(each => each.i === i));
  return {shown: order.map(({i}) => options[i]!), right: places[right]!, places};
}

const CHOICE = scorer({kind: "choice"});
const NUMBER = scorer({kind: "number"});
const EXACT = scorer({kind: "exact"});
const TEXT = scorer({kind: "text"});

/**
 * The right option of a question; undefined where nothing is given.
 * @param as how it is written; `place` = a letter or a 0-based place, `auto` = one of these or its text
 */
export function rightOf(
  value: unknown,
  choices: readonly string[],
  as: "auto" | "letter" | "index" | "number" | "text" | "place" = "auto"
): number | undefined {
  if (typeof value === "number" && as === "auto") return value;
  const given = text(value)?.trim();
  if (given === undefined || given === "") return undefined;
  const place = whole(value);
  const letter = letterPlace(given);
  if (as === "place") return letter ?? place ?? -1;
  const worded = choices.findIndex(choice => choice.trim() === given);
  switch (as) {
    case "letter":
      return letter ?? -1;
    case "index":
      return place ?? -1;
    case "number":
      return place === undefined ? -1 : place - 1;
    case "text":
      return worded;
    case "auto":
      // An option in words comes first where it is a number that is also a place: of 10, 20, 1 the answer "1" is the third.
      // So it does where it is a small letter: of "the", "a", "an" the answer "a" is the second. A capital is the name of an option.
      if (typeof value === "string" && worded >= 0 && !(letter !== undefined && letter < choices.length && /[A-Z]/u.test(given)))
        return worded;
      return letter ?? place ?? worded;
  }
}

function choiceDraft(
  question: unknown,
  choices: readonly string[] | undefined,
  right: number | undefined,
  given: unknown,
  listed?: unknown
): Draft | string {
  if (!choices || choices.length === 0) return isAbsent(listed) ? "missing choices" : "choices are not a list of texts";
  const draft: Draft = {question: text(question) ?? "", choices};
  const answer = text(given);
  if (right !== undefined) draft.right = right;
  if (answer !== undefined) draft.answer = answer;
  return draft;
}
/** A draft with further fields, those that are absent left out. */
function withFields(draft: Draft | string, more: {[Key in keyof Draft]?: Draft[Key] | undefined}): Draft | string {
  if (typeof draft === "string") return draft;
  const fields = draft as unknown as Record<string, unknown>;
  for (const name in more) if (more[name as keyof Draft] !== undefined) fields[name] = more[name as keyof Draft];
  return draft;
}

/** The last boxed expression of a solution in TeX, with its inner braces. */
export function boxed(solution: string): string | undefined {
  const from = Math.max(solution.lastIndexOf("\\boxed{"), solution.lastIndexOf("\\fbox{"));
  if (from < 0) return /\\boxed\s+([^\s$]+)/u.exec(solution)?.[1];
  let depth = 0;
  const start = solution.indexOf("{", from);
  for (let i = start; i < solution.length; i++) {
    if (solution[i] === "{") depth++;
    else if (solution[i] === "}" && --depth === 0) return solution.slice(start + 1, i);
  }
  return undefined;
}

/** Options as BIG-bench Hard lists them behind a question: "(A) circle", one a line. */
function listedOptions(question: string): string[] {
  const lines = /\nOptions:\s*\n([\s\S]+)$/u.exec(question)?.[1]?.split("\n") ?? [];
  const options = lines.map(line => /^\s*\(([A-Z])\)\s*(.+)$/u.exec(line));
  return options.every((found, i) => found && letterPlace(found[1]) === i) ? options.map(found => found![2]!) : [];
}

export const layouts: Record<LayoutName, Layout> = {
  plain: {
    summary:
      "`question`, `choices`, `answer` (letter, 0-based place, text, or a list of right answers); also `id`, `pair_id`, `domain`, `category`, `reasoning`, `scorer`, `answer_format`, `locale`, `accept`, `images`, `tools`, `turns`, `max_turns`",
    scorer: EXACT,
    needs: ["question"],
    read(record) {
      const choices = isAbsent(record.choices) ? [] : texts(record.choices);
      if (!choices) return "choices are not a list of texts";
      const right = choices.length > 0 ? rightOf(record.answer, choices) : undefined;
      const given = isAbsent(record.scorer) ? undefined : scorerSchema.safeParse(map(record.scorer));
      if (given && !given.success) return `scorer: ${given.error.issues[0]!.message}`;
      const parts = partsOf(record);
      if (typeof parts === "string") return parts;
      const settings = readSettings(record);
      if (typeof settings === "string") return settings;
      const [answer, ...others] = answersIn(record.answer);
      return {
        question: text(record.question) ?? "",
        ...(choices.length > 0 && {choices, ...(right !== undefined && {right})}),
        ...optional("answer", answer),
        ...optional("id", text(record.id)),
        ...optional("pair_id", text(record.pair_id)),
        ...optional("domain", text(record.domain)),
        ...optional("category", text(record.category)),
        ...optional("reasoning", text(record.reasoning)),
        ...optional("scorer", given?.data),
        ...(record.listed === true && {listed: true as const}),
        ...optional("nested_list", nestedListOf(record.nested_list)),
        ...withOthers(settings, choices.length > 0 ? [] : others),
        ...parts
      };
    }
  },
  mmlu: {
    summary:
      "`question`, `subject`, `choices`, `answer` (0-based place); or tables without a heading: question, four options, letter",
    scorer: CHOICE,
    needs: ["choices", "A"],
    columns: ["question", "A", "B", "C", "D", "answer"],
    heading: ["question"],
    read(record, file) {
      const choices = texts(record.choices) ?? ["A", "B", "C", "D"].flatMap(letter => text(record[letter]) ?? []);
      const category = text(record.subject) ?? (Object.hasOwn(record, "A") ? file.replace(/_(?:test|dev|val)$/u, "") : undefined);
      const right = rightOf(record.answer, choices, "place");
      return withFields(choiceDraft(record.question, choices, right, record.answer, record.choices), {category});
    }
  },
  "mmlu-pro": {
    summary: "`question`, `options`, `answer` (letter), `category`, `question_id`, `cot_content`",
    scorer: CHOICE,
    needs: ["options"],
    read(record) {
      const options = texts(record.options);
      const right = rightOf(record.answer, options ?? [], "letter");
      const reasoning = text(record.cot_content)?.replace(/^A: Let's think step by step\.\s*/u, "");
      return withFields(choiceDraft(record.question, options, right, record.answer, record.options), {
        id: text(record.question_id),
        category: text(record.category),
        reasoning: reasoning || undefined
      });
    }
  },
  gsm8k: {
    summary: "`question`, `answer`: a solution whose last line is `#### number`",
    scorer: NUMBER,
    needs: ["answer"],
    read(record) {
      const solution = (text(record.answer) ?? "").replace(/^\s*#{1,3}(?=\s*[-+\d])/u, "####"); // some copies have "# 18" alone
      const mark = solution.lastIndexOf("####");
      if (solution.trim() !== "" && mark < 0) return 'answer without "####"';
      const reasoning = solution.slice(0, Math.max(0, mark)).replace(/<<[^>]*>>/gu, "");
      return {
        question: text(record.question) ?? "",
        answer: mark < 0 ? "" : solution.slice(mark + 4).replaceAll(",", ""),
        reasoning
      };
    }
  },
  math: {
    summary: "`problem`, `solution` with `\\boxed{…}` (or `answer`), `type` or `subject`, `level`",
    scorer: scorer({kind: "exact", ignore_case: false}),
    needs: ["problem"],
    read(record) {
      const solution = text(record.solution) ?? "";
      const answer = text(record.answer) ?? boxed(solution);
      if (answer === undefined && solution !== "") return "solution without \\boxed{…}";
      return {
        question: text(record.problem) ?? "",
        ...optional("answer", answer),
        ...optional("category", text(record.type) ?? text(record.subject)),
        ...optional("id", text(record.unique_id)),
        ...(solution && {reasoning: solution})
      };
    }
  },
  arc: {
    summary: "`question` (or `question.stem`), `choices` with `text` and `label`, `answerKey`, `id`",
    scorer: CHOICE,
    needs: ["answerKey"],
    read(record) {
      const stem = isMap(record.question) ? record.question.stem : record.question;
      const given = (isMap(record.question) ? record.question.choices : undefined) ?? record.choices;
      const listed = Array.isArray(given) ? given.filter(isMap) : [];
      const labels = isMap(given) ? texts(given.label) : listed.map(each => text(each.label) ?? "");
      const choices = isMap(given) ? texts(given.text) : listed.map(each => text(each.text) ?? "");
      const key = text(record.answerKey)?.trim() ?? "";
      return withFields(choiceDraft(stem, choices, key === "" ? undefined : (labels ?? []).indexOf(key), record.answerKey), {
        id: text(record.id)
      });
    }
  },
  hellaswag: {
    summary: "`ctx`, four `endings`, `label` (0-based place), `activity_label`",
    scorer: CHOICE,
    needs: ["endings"],
    read(record) {
      const context = text(record.ctx) ?? [text(record.ctx_a), text(record.ctx_b)].filter(Boolean).join(" ");
      const right = whole(record.label);
      return withFields(choiceDraft(context, texts(record.endings), right, record.label), {
        id: text(record.ind),
        category: text(record.activity_label)
      });
    }
  },
  winogrande: {
    summary: "`sentence` with a gap `_`, `option1`, `option2`, `answer` (1 or 2), `qID`",
    scorer: CHOICE,
    needs: ["sentence"],
    read(record) {
      const choices = [record.option1, record.option2].flatMap(option => text(option) ?? []);
      const right = rightOf(record.answer, choices, "number");
      return withFields(choiceDraft(record.sentence, choices, right, record.answer), {id: text(record.qID)});
    }
  },
  "truthfulqa-mc1": {
    summary: "`question`, `mc1_targets` (`choices` and `labels`, or a map from option to 0 or 1): one is right",
    scorer: CHOICE,
    needs: ["mc1_targets"],
    read: record => targetsDraft(record, "mc1_targets")
  },
  "truthfulqa-mc2": {
    summary: "`question`, `mc2_targets` likewise: several are right",
    scorer: scorer({kind: "loglikelihood"}),
    needs: ["mc2_targets"],
    read: record => targetsDraft(record, "mc2_targets")
  },
  "truthfulqa-csv": {
    summary: "the table TruthfulQA.csv: `Question`, `Best Answer`, `Incorrect Answers` (separated by `; `), `Category`",
    scorer: CHOICE,
    needs: ["Best Answer"],
    read(record) {
      const best = text(record["Best Answer"])?.trim() ?? "";
      if (best === "") return "missing answer";
      const wrong = (text(record["Incorrect Answers"]) ?? "")
        .split(";")
        .map(each => each.trim())
        .filter(Boolean);
      const question = text(record.Question) ?? "";
      const {shown, right} = shuffledBy(question, [best, ...wrong.filter(each => each !== best)], 0);
      return withFields(choiceDraft(question, shown, right, best), {category: text(record.Category)});
    }
  },
  gpqa: {
    summary: "`Question`, `Correct Answer`, `Incorrect Answer 1` to `3`, `High-level domain`, `Subdomain`, `Explanation`",
    scorer: CHOICE,
    needs: ["Correct Answer"],
    read(record) {
      const answer = text(record["Correct Answer"])?.trim() ?? "";
      if (answer === "") return "missing answer";
      const wrong = [1, 2, 3].flatMap(i => text(record[`Incorrect Answer ${i}`])?.trim() || []);
      const question = text(record.Question) ?? "";
      const {shown, right} = shuffledBy(question, [answer, ...wrong], 0);
      return withFields(choiceDraft(question, shown, right, answer), {
        id: text(record["Record ID"]),
        domain: text(record["High-level domain"]),
        category: text(record.Subdomain),
        reasoning: text(record.Explanation)
      });
    }
  },
  bbh: {
    summary: "a document with `examples`, each with `input` and `target`; the category is the file's name",
    scorer: EXACT,
    needs: ["input"],
    unfold: document => (isMap(document) && Array.isArray(document.examples) ? document.examples : undefined),
    read(record, file) {
      const question = text(record.input) ?? "";
      const target = text(record.target)?.trim() ?? "";
      const options = /^\([A-Z]\)$/u.test(target) ? listedOptions(question) : [];
      if (options.length > 0)
        return {
          question,
          choices: options,
          right: letterPlace(target)!,
          answer: target,
          category: file,
          scorer: CHOICE,
          listed: true
        };
      return {question, answer: target, category: file};
    }
  },
  drop: {
    summary: "`passage`, `question`, `answers_spans`; or the original document of passages with `qa_pairs`",
    scorer: TEXT,
    needs: ["passage"],
    unfold: document => (isMap(document) ? Object.values(document).flatMap(pairsOfPassage) : undefined),
    read(record) {
      const accepted = [...new Set(dropAnswers(record))];
      const [answer, ...accept] = accepted;
      return {
        question: `${text(record.passage) ?? ""}\n\n${text(record.question) ?? ""}`,
        ...optional("answer", answer),
        ...optional("id", text(record.query_id)),
        ...(accept.length > 0 && {scorer: scorer({kind: "text", accept})})
      };
    }
  },
  pairs: {
    summary: "two texts: `source` and `target`, `document` and `summary`, `input` and `output`, `prompt` and `completion`",
    scorer: TEXT,
    needs: ["source", "document", "input", "prompt", "article"],
    read: record => ({
      question: first(record, ["source", "document", "input", "prompt", "article"]) ?? "",
      ...optional("answer", first(record, ["target", "summary", "output", "completion", "highlights"])),
      ...optional("id", text(record.id))
    })
  },
  ...listLayouts,
  ...longLayouts,
  ...readingLayouts,
  ...checkedLayouts
};

/** Whether a field is not there; in a table it is an empty cell. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const first = (record: Fields, names: readonly string[]) =>
  names.map(name => text(record[name])).find(value => value !== undefined);

/** A TruthfulQA question; its options are shuffled by its text, since the files list right ones first. */
function targetsDraft(record: Fields, name: "mc1_targets" | "mc2_targets"): Draft | string {
  const given = map(record[name]);
  if (!given) return `missing ${name}`;
  const choices = texts(given.choices) ?? Object.keys(given);
  const labels = Array.isArray(given.labels) ? given.labels : Object.values(given);
  const right = labels.flatMap((label, i) => (Number(label) === 1 ? [i] : []));
  if (right.length === 0) return "missing answer";
  const question = text(record.question) ?? "";
  const {shown, places} = shuffledBy(question, choices, right[0]!);
  const all = right.map(i => places[i]!).sort((a, b) => a - b);
  const draft = choiceDraft(question, shown, all[0], undefined);
  return withFields(draft, {scorer: right.length > 1 ? scorer({kind: "loglikelihood", right: all}) : undefined});
}

function pairsOfPassage(passage: unknown): Fields[] {
  if (!isMap(passage) || !Array.isArray(passage.qa_pairs)) return [];
  return passage.qa_pairs.filter(isMap).map(pair => ({...pair, passage: passage.passage}));
}

/** The accepted answers of a DROP question, the first annotator's first. */
function dropAnswers(record: Fields): string[] {
  const spans = at(record, "answers_spans.spans");
  if (Array.isArray(spans)) return texts(spans) ?? [];
  const validated = Array.isArray(record.validated_answers) ? record.validated_answers : [];
  return [record.answer, ...validated].flatMap(given => {
    const {number, spans, date} = map(given) ?? {};
    if (text(number)) return [text(number)!];
    const list = texts(spans) ?? [];
    if (list.length > 0) return [list.join(", ")];
    const {day, month, year} = map(date) ?? {};
    const parts = [day, month, year].flatMap(part => text(part) || []);
    return parts.length > 0 ? [parts.join(" ")] : [];
  });
}
