// How answers were read: samples by rule and by reason for no answer, as a sentence and as bars.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {ANSWER_RULES, NO_ANSWER_REASONS} from "../../score/answer/reading.js";
import {reasonText} from "../../score/answer/storedReading.js";
import {shareOf} from "../../stats/intervals.js";
import {UNKNOWN} from "../../studies/extraction/tables.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** A row of table `answer_rules`. */
export interface AnswerRuleRow {
  rule: string;
  reason: string;
  n: number;
  correct: number;
  simulated: boolean;
}

/** Samples of one rule, or of one reason for no answer. */
export interface ReadingCount {
  rule: string;
  reason: string;
  label: string;
  n: number;
  correct: number;
}

/** Rules in the order of the reader, then others by name; then reasons likewise. What the store does not keep is last of either. */
function place({rule, reason}: Pick<ReadingCount, "rule" | "reason">): [part: number, place: number, name: string] {
  const name = rule || reason;
  const known: readonly string[] = rule ? ANSWER_RULES : Object.keys(NO_ANSWER_REASONS);
  const base = known.indexOf(name.split(",")[0]!);
  return [rule ? 0 : 1, name === UNKNOWN ? known.length + 1 : base < 0 ? known.length : base, name];
}

const labelOf = ({rule, reason}: Pick<ReadingCount, "rule" | "reason">): string =>
  rule ? (rule === UNKNOWN ? "rule not kept" : rule) : `no answer: ${reason === UNKNOWN ? "reason not kept" : reason}`;

/** Returns the counts of all rows together by rule and reason, rules first. */
export function readingCounts(rows: readonly AnswerRuleRow[]): ReadingCount[] {
  const counts = new Map<string, ReadingCount>();
  for (const {rule, reason, n, correct} of rows) {
    const label = labelOf({rule, reason});
    const count = counts.get(label) ?? {rule, reason, label, n: 0, correct: 0};
    counts.set(label, {...count, n: count.n + n, correct: count.correct + correct});
  }
  const placed = [...counts.values()].map(count => ({count, place: place(count)}));
  placed.sort(({place: [a, b, c]}, {place: [x, y, z]}) => a - x || b - y || (c < z ? -1 : 1));
  return placed.map(({count}) => count);
}

const total = (counts: readonly ReadingCount[]): number => counts.reduce((sum, {n}) => sum + n, 0);
const percent = (n: number, all: number): string => `${((100 * n) / all).toFixed(1)} %`;

/** Whether the store keeps a rule or a reason of any sample. */
const isKept = (counts: readonly ReadingCount[]): boolean => counts.some(({rule, reason}) => (rule || reason) !== UNKNOWN);

/** Names the number of samples with an answer and without. */
export function answeredSentence(rows: readonly AnswerRuleRow[]): string {
  const counts = readingCounts(rows);
  const all = total(counts);
  if (all === 0) return "No sample is stored.";
  if (!isKept(counts))
    return `This store does not keep how the answers of its ${formatCount(all)} samples were read: an older version scored them, or their scorers name no rule.`;
  const found = total(counts.filter(({rule}) => rule !== ""));
  const rest = all - found;
  return `Of ${formatCount(all)} samples, ${formatCount(found)} (${percent(found, all)}) have an answer and ${formatCount(rest)} (${percent(rest, all)}) have none.`;
}

/** Adds the number and share of each rule and reason, the most frequent first. */
export function readingSentence(rows: readonly AnswerRuleRow[]): string {
  const counts = readingCounts(rows).toSorted((a, b) => b.n - a.n);
  if (!isKept(counts)) return answeredSentence(rows);
  const all = total(counts);
  const listed = (parts: readonly ReadingCount[], name: (count: ReadingCount) => string) =>
    parts.map(count => `${name(count)} ${formatCount(count.n)} (${percent(count.n, all)})`).join(", ");
  const byRule = listed(
    counts.filter(({rule}) => rule !== ""),
    ({label}) => label
  );
  const byReason = listed(
    counts.filter(({rule}) => rule === ""),
    ({reason}) => (reason === UNKNOWN ? "reason not kept" : reasonText(reason))
  );
  return [answeredSentence(rows), byRule && `By rule: ${byRule}.`, byReason && `By reason for no answer: ${byReason}.`]
    .filter(Boolean)
    .join(" ");
}

/** Pixels of a row: a line of text above a bar. */
const ROW = 34;

/** Rules in plain words, each with a text that it reads. */
const RULE_TEXTS: Readonly<Partial<Record<string, readonly [meaning: string, example: string]>>> = {
  "json field": ["the field `answer` of JSON", '{"answer": 42}'],
  tag: ["between tags", "<answer>42</answer>"],
  box: ["in a box of LaTeX", String.raw`\boxed{42}`],
  hash: ["after ####", "#### 42"],
  "answer is": ["in a sentence that names it as the answer", "The answer is 42."],
  "answer line": ["on a line that names it as the answer", "Answer: 42"],
  "letter first": ["an option's letter at the beginning", "B) because iron rusts in air."],
  emphasis: ["the only value in bold in the last paragraph", "That makes **42** in all."],
  "last line": ["the last value, on the last line", "So she has 42 eggs."],
  "lone value": ["the whole text is one value", "42"],
  "last value": ["the last value, on an earlier line", "x = 42\n\nThat is how we find it, step by step."],
  "whole text": ["the whole text, for scorers that take all of it", "def double(x): return 2 * x"],
  classifier: [
    "chosen by the small classifier, as no rule finds one",
    '{\n  "reasoning": "7 boxes of 6 are 6 * 7 = 42 eggs."\n}'
  ],
  likelihood: ["the option that the model found most probable", ""],
  reported: ["as the source reports it", ""]
};

/** Reasons for no answer, each with a text that has it. */
const REASON_EXAMPLES: Readonly<Partial<Record<string, string>>> = {
  several: "The answer is 12 or 13.",
  denied: "The answer is not 12.",
  refused: "Answer: I don't know.",
  unreadable: "The answer is blue.",
  "cut short": "7 boxes of 6 make 42, as the",
  none: "Let me think about it."
};

/** Returns the meaning of a rule or reason, and a text as an example; both are empty for foreign names. */
export function meaningOf({rule, reason}: Pick<ReadingCount, "rule" | "reason">): {meaning: string; example: string} {
  if (rule === "") {
    const text = reasonText(reason);
    return {meaning: text === reason || reason === UNKNOWN ? "" : text, example: REASON_EXAMPLES[reason] ?? ""};
  }
  const [base, ...absent] = rule.split(", ") as [string, ...string[]];
  const [meaning = "", example = ""] = RULE_TEXTS[base] ?? [];
  return {
    meaning: absent.length > 0 && meaning ? `${meaning}; the format that the question asks for is absent` : meaning,
    example
  };
}

/** Columns of the table of rules and reasons. */
export const readingColumns: Column<ReadingCount>[] = [
  {key: "rule", label: "Rule, or reason", by: row => row.label, show: row => row.label},
  {key: "meaning", label: "Meaning", by: row => meaningOf(row).meaning, show: row => meaningOf(row).meaning || "–"},
  {
    key: "example",
    label: "Example",
    description: "a made-up text that is read in this way",
    show: row => (meaningOf(row).example ? html`<code>${meaningOf(row).example}</code>` : "–")
  },
  {key: "n", label: "Samples", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
  {
    key: "correct",
    label: "Correct",
    numeric: true,
    by: row => (row.n === 0 ? null : row.correct / row.n),
    show: row => formatRate({...shareOf(row.correct, row.n), n: row.n}),
    description: "share of these samples with its 95 % interval"
  }
];

/** A bar for each rule and each reason, the largest first; its name, number and share are written above it, so that narrow pages cut none of them. */
export function readingBars(rows: readonly AnswerRuleRow[], {width}: {width: number}): HTMLElement {
  const counts = readingCounts(rows).toSorted((a, b) => b.n - a.n);
  const all = total(counts);
  const bars = counts.map((count, i) => ({...count, i, share: (100 * count.n) / all}));
  const rate = (k: number, n: number) => formatRate({...shareOf(k, n), n});
  const plot = drawPlot({
    width,
    height: ROW * bars.length + 44,
    marginLeft: 4,
    marginRight: 12,
    marginTop: 4,
    marginBottom: 40,
    x: {label: "share of samples (%) →", domain: [0, 100], ticks: 5},
    y: {type: "linear", domain: [0, bars.length], reverse: true, axis: null},
    marks: [
      Plot.rect(bars, {
        x1: 0,
        x2: "share",
        y1: ({i}: (typeof bars)[number]) => i + 0.52,
        y2: ({i}: (typeof bars)[number]) => i + 0.92,
        fill: ({rule}: (typeof bars)[number]) => (rule ? "var(--theme-blue)" : "var(--theme-red)"),
        fillOpacity: 0.75
      }),
      Plot.text(bars, {
        x: 0,
        y: ({i}: (typeof bars)[number]) => i + 0.28,
        text: ({label, n}: (typeof bars)[number]) => `${label} · ${formatCount(n)} · ${percent(n, all)}`,
        textAnchor: "start",
        dx: 2,
        fontSize: 12,
        fill: "currentColor"
      }),
      Plot.ruleX([0]),
      Plot.tip(
        bars,
        Plot.pointer({
          x: "share",
          y: ({i}: (typeof bars)[number]) => i + 0.72,
          title: ({label, reason, n, correct}: (typeof bars)[number]) =>
            `${label}${reason && reason !== UNKNOWN ? `: ${reasonText(reason)}` : ""}\n${formatCount(n)} of ${formatCount(all)} samples: ${rate(n, all)}\ncorrect: ${rate(correct, n)}`
        })
      )
    ]
  });
  return figure(plot, {
    id: "answer-rules",
    title: "Samples by how their answer was read",
    simulated: rows.some(({simulated}) => simulated),
    caption: `Each line names the rule, or the reason for no answer, with its number of samples and its share of all ${formatCount(all)}, truncated ones included: where a text that was cut states an answer or gives another reason, it is counted there.`
  });
}
