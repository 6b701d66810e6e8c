// Data, tables, charts and answers of page Code.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {scorerSchema} from "../pipelines/book/scorers.js";
import {visibleText} from "../pipelines/score/answer/visible.js";
import {programOf} from "../pipelines/score/scorers/program.js";
import {groupBy} from "../pipelines/stats/groupBy.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {type CodeRate, OUTCOMES, type Outcome, type RateName} from "../pipelines/studies/code/rates.js";
import type {Part} from "../pipelines/studies/code/tables.js";
import {namedRows, plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  dotsWithIntervals,
  type Estimated,
  evaluationColumns,
  forest,
  formatCount,
  formatEstimate,
  formatInterval,
  type Input,
  kindName,
  nameAxis,
  numberColumn,
  percent,
  plotFigure,
  type Sql,
  sampleLink,
  sentences,
  simulatedBadge,
  tip
} from "./shared/charts.js";
import {answerParts, type Exchange, exchangeOf, type Found, fetchedFrom, fetchingNote, textPart} from "./shared/exchange.js";
import {choice, choices, evaluationInput, noChoice, rowChoice, tableBox} from "./shared/page.js";
import type {OpenTables} from "./shared/tables.js";
import {untrusted} from "./shared/text.js";
import {textsFrom, textsPlace} from "./shared/texts.js";

// What the page Code shows: rates of evaluations with names, and samples with their problem and program.

/** Rates of an evaluation on one part of the problems of a task. */
interface CodeRow extends Evaluated {
  evaluation: string;
  part: Part;
  family: string;
  level: string;
  rates: ReadonlyMap<RateName, CodeRate>;
  /** pass@k of each k. */
  passes: ReadonlyMap<number, CodeRate>;
  /** Answers of every outcome. */
  n: number;
}

/** A task or bank and a category of its problems. */
interface CodeTask {
  base_task: string;
  category: string;
}

const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  no_program: "no program",
  syntax_error: "syntax error",
  no_function: "function missing",
  timed_out: "timed out",
  stopped: "stopped",
  raised_error: "raised an error",
  wrong_result: "wrong result",
  no_reason: "wrong, reason not stored",
  truncated: "token limit",
  not_scored: "not scored",
  not_answered: "not answered"
};

/** Tasks of which somebody answered problems, those with the most answers first. */
export const tasksIn = async (sql: Sql): Promise<CodeTask[]> =>
  plainRows<CodeTask>(
    await sql`select base_task, category from code_rates where part = 'all' and rate = 'accuracy' group by 1, 2 order by sum(n) desc, 1, 2`
  );

export const taskName = ({base_task, category}: CodeTask): string =>
  category === "" || category === base_task ? base_task : `${category} (${base_task})`;

/** Reads the rates of evaluations that answered some problem of a task, and counts those that answered none; nothing without a task. */
export async function ratesOf(sql: Sql, task: CodeTask | undefined): Promise<{rows: CodeRow[]; silent: number}> {
  const all = task ? await allRates(sql, task) : [];
  const rows = all.filter(row => all.some(each => each.eval_id === row.eval_id && answeredAny(each)));
  const count = (of: readonly CodeRow[]) => new Set(of.map(({eval_id}) => eval_id)).size;
  return {rows, silent: count(all) - count(rows)};
}

async function allRates(sql: Sql, {base_task, category}: CodeTask): Promise<CodeRow[]> {
  const rows = await namedRows<Evaluated & CodeRate & {part: Part; family: string; level: string}>(
    sql,
    "select * from code_rates where base_task = ? and category = ? order by model, template, sampler, eval_id, part, family, level, k",
    [base_task, category]
  );
  const parts = groupBy(rows, ({eval_id, part, family, level}) => JSON.stringify([eval_id, part, family, level]));
  return [...parts.values()].map(own => ({
    ...own[0]!,
    rates: new Map(own.filter(({rate}) => rate !== "pass").map(row => [row.rate, row])),
    passes: new Map(own.filter(({rate}) => rate === "pass").map(row => [row.k!, row])),
    n: own.find(({rate}) => rate === "passed")?.n ?? 0
  }));
}

/** Rows of all problems, of one family or of all; the most accurate first, those without an accuracy last. */
export function rankedRates(rows: readonly CodeRow[], family: string): CodeRow[] {
  const accuracy = (row: CodeRow) => row.rates.get("accuracy")?.value ?? -1;
  return rows
    .filter(row => (family === "" ? row.part === "all" : row.part === "family" && row.family === family))
    .sort((a, b) => accuracy(b) - accuracy(a) || (a.evaluation < b.evaluation ? -1 : 1));
}

/** Whether somebody answered at all: an evaluation whose model has no solver gave nothing that could be right or wrong. */
const answeredAny = ({rates}: CodeRow): boolean => (rates.get("not_answered")?.value ?? 0) < 1;

/** Outcomes that occur in some row, in their order. */
const outcomesIn = (rows: readonly CodeRow[]): Outcome[] =>
  OUTCOMES.filter(outcome => rows.some(({rates}) => (rates.get(outcome)?.value ?? 0) > 0));

interface SampleRow extends Evaluated {
  base_task: string;
  item_id: string;
  trial: number;
  family: string;
  level: string;
  outcome: Outcome;
  tests_passed: number | null;
  failed: string | null;
}

/** Most samples that are offered at once. */
const OFFERED = 300;

/** What samples are chosen by; "all" leaves a criterion out. */
interface SampleFilter extends CodeTask {
  eval_id: string;
  family: string;
  level: string;
  outcome: string;
}

/** Samples that pass a filter; the first of many. */
export async function samplesIn(sql: Sql, filter: SampleFilter): Promise<{rows: SampleRow[]; all: number}> {
  const {base_task, category, ...others} = filter;
  const chosen = Object.entries(others).filter(([, value]) => value !== "all");
  const rows = plainRows<SampleRow & {all: number}>(
    await sql.query(
      `select eval_id, base_task, model, template, sampler, simulated, item_id, trial, family, level, outcome, tests_passed, failed, (count(*) over ())::int as "all"
      from code_samples where base_task = ? and category = ? ${chosen.map(([name]) => `and ${name} = ?`).join(" ")}
      order by model, template, sampler, eval_id, family, level, item_id, trial limit ${OFFERED}`,
      [base_task, category, ...chosen.map(([, value]) => value)]
    )
  );
  return {rows, all: rows[0]?.all ?? 0};
}

/** Returns the inputs for the evaluation, outcome and level of samples; null without evaluations. */
export const sampleFilters = (rows: readonly CodeRow[], levels: readonly string[]) =>
  rows.length === 0
    ? noChoice()
    : choices({
        eval_id: evaluationInput(rows, ["all"]),
        outcome: choice("outcome", ["all", ...outcomesIn(rows)], {label: "Outcome", names: OUTCOME_NAMES}),
        ...(levels.length > 1 && {level: choice("level", ["all", ...levels.filter(Boolean)], {label: "Level"})})
      });

/** Returns the input for a sample, whose value is its row; null without samples. @param nameOf name of its evaluation */
export function sampleInput(samples: readonly SampleRow[], nameOf: (row: SampleRow) => string): Input<SampleRow | null> {
  const name = (row: SampleRow) => {
    const {family, level, item_id, trial, outcome} = row;
    const place = [nameOf(row), family, level && `level ${level}`, item_id.split("-").at(-1)!.slice(0, 8)];
    return [...place, trial > 0 && `answer ${trial + 1}`, OUTCOME_NAMES[outcome]].filter(Boolean).join(" · ");
  };
  return rowChoice("sample", samples, {label: "Answer", key: row => `${row.eval_id} ${row.item_id} ${row.trial}`, name});
}

/** The problem of a sample, and its scorer as JSON; null where the store has no such test. */
async function problemOf(sql: Sql, item_id: string): Promise<{prompt: string; scorer: string | null} | null> {
  const rows = plainRows<{prompt: string; scorer: string | null}>(
    await sql.query("select prompt, scorer from items where item_id = ? limit 1", [item_id])
  );
  return rows[0] ?? null;
}

// Rates of programs as table and sentence.

/** `61.2 % [58.0, 64.3] n = 480`; what has no interval says so. */
function rateText(rate: CodeRate | undefined): string {
  if (!rate || rate.value === null || rate.n === 0) return "no answers";
  const {value, low, high, n} = rate;
  if (low === null || high === null)
    return `${formatEstimate({value: 100 * value, low, high})} %, no interval, n = ${formatCount(n)}`;
  return formatInterval({value, low, high, n});
}

const rateColumn = (
  key: string,
  label: string,
  {of, description}: {of: (row: CodeRow) => CodeRate | undefined; description: string}
): Column<CodeRow> =>
  numberColumn(
    key,
    label,
    row => of(row)?.value ?? null,
    row => rateText(of(row)),
    description
  );

/** Columns of what occurs in these rows. */
function codeColumns(rows: readonly CodeRow[]): Column<CodeRow>[] {
  const sizes = [...new Set(rows.flatMap(({passes}) => [...passes.keys()]))].sort((a, b) => a - b).filter(k => k > 1);
  return [
    ...evaluationColumns,
    rateColumn("accuracy", "Accuracy", {
      of: ({rates}) => rates.get("accuracy"),
      description:
        "programs that passed all tests, of scored answers; truncated ones are left out; 95 % interval, clustered by problem"
    }),
    ...sizes.map(k =>
      rateColumn(`pass${k}`, `pass@${k}`, {
        of: ({passes}) => passes.get(k),
        description: `probability that one of ${k} answers to a problem is right, unbiased; truncated ones are wrong; n is answers`
      })
    ),
    ...(rows.some(({rates}) => rates.has("tests_passed"))
      ? [
          rateColumn("tests", "Tests passed", {
            of: ({rates}) => rates.get("tests_passed"),
            description: "mean share of a problem's tests that the program passed"
          })
        ]
      : []),
    countColumn("n", "Answers", "all of them, those without a score included"),
    ...outcomesIn(rows)
      .filter(outcome => outcome !== "passed")
      .map(outcome =>
        rateColumn(
          outcome,
          OUTCOME_NAMES[outcome].replace(/^./u, letter => letter.toUpperCase()),
          {
            of: ({rates}) => rates.get(outcome),
            description: "share of all answers, with its 95 % interval, clustered by problem"
          }
        )
      )
  ] as Column<CodeRow>[];
}

/** Who passes most often and least, and the most frequent reason of failure over all. */
export function codeSentence(rows: readonly CodeRow[]): string {
  const known = rows.filter(({rates}) => (rates.get("accuracy")?.value ?? null) !== null);
  const [best, worst] = [known[0], known.at(-1)];
  if (!best || !worst) return "No answer here has a score.";
  const accuracy = (row: CodeRow) => rateText(row.rates.get("accuracy"));
  const first =
    known.length === 1
      ? `${best.evaluation} has an accuracy of ${accuracy(best)}.`
      : `Of ${formatCount(known.length)} evaluations, ${best.evaluation} has the highest accuracy: ${accuracy(best)}; ${worst.evaluation} the lowest: ${accuracy(worst)}.`;
  const counts = outcomesIn(known)
    .filter(outcome => outcome !== "passed")
    .map(outcome => ({outcome, n: known.reduce((sum, {rates, n}) => sum + Math.round((rates.get(outcome)?.value ?? 0) * n), 0)}))
    .sort((a, b) => b.n - a.n);
  const failed = counts.reduce((sum, {n}) => sum + n, 0);
  return counts[0]
    ? `${first} Most of what does not pass: ${OUTCOME_NAMES[counts[0].outcome]}, ${formatCount(counts[0].n)} of ${formatCount(failed)} answers.`
    : first;
}

/** The table of evaluations. @param rows of the file, of all parts */
export const codeTable = (ranked: readonly CodeRow[], rows: readonly CodeRow[]): DocumentFragment =>
  tableBox("code-table", ranked, codeColumns(ranked), {sort: "-accuracy", csv: ["code.csv", () => codeCsv(rows)]});

/** Rows for a file, one a rate. */
const codeCsv = (rows: readonly CodeRow[]): Record<string, unknown>[] =>
  rows.flatMap(({evaluation, simulated, part, family, level, rates, passes}) =>
    [...rates.values(), ...passes.values()].map(({rate, k, value, low, high, n, items}) => ({
      evaluation,
      simulated,
      part,
      family,
      level,
      rate,
      k,
      value,
      low,
      high,
      n,
      items
    }))
  );

// The charts of the page Code: accuracy of each evaluation, its outcomes stacked, and accuracy by level.

const HOLLOW = "Hollow dots are simulated.";

/** Accuracy and outcomes of each evaluation, next to each other where there is room; empty without evaluations. */
export function rateCharts(rows: readonly CodeRow[], {width}: {width: number}): HTMLElement | DocumentFragment {
  if (rows.length === 0) return html.fragment``;
  const part = {width: width < 760 ? width : Math.floor((width - 24) / 2)};
  const charts = [accuracyForest(rows, part), outcomeBars(rows, part)].filter(chart => chart !== null);
  return html`<div class="rb-beside rb-aligned">${charts.map(chart => html`<section>${chart}</section>`)}</div>`;
}

/** Accuracy of each evaluation with its interval, in their order; null where none has one. */
function accuracyForest(rows: readonly CodeRow[], {width}: {width: number}): HTMLElement | null {
  const drawn = rows.flatMap(({evaluation, simulated, rates}): Estimated[] => {
    const {value, low, high, n} = rates.get("accuracy") ?? {value: null, low: null, high: null, n: 0};
    if (value === null || low === null || high === null) return [];
    const estimate = {value: percent(value), low: percent(low), high: percent(high), clusters: n};
    return [{simulated, name: `${evaluation} · n = ${formatCount(n)}`, estimate, detail: rateText(rates.get("accuracy"))}];
  });
  if (drawn.length === 0) return null;
  return forest(drawn, {
    width,
    id: "code-accuracy",
    title: "Accuracy",
    x: {label: "programs that passed all tests (%) →", domain: [0, 100]},
    caption: "95 % intervals, clustered by problem; truncated and unscored answers are left out."
  });
}

/** Colours of outcomes: what passed, what is wrong in several ways, what has no score. */
const COLOURS: Readonly<Record<Outcome, string>> = {
  passed: "var(--theme-blue)",
  wrong_result: "var(--theme-red)",
  raised_error: "#ff8ab7",
  timed_out: "#efb118",
  stopped: "#9c6b4e",
  no_function: "#3ca951",
  syntax_error: "#6cc5b0",
  no_program: "#97bbf5",
  no_reason: "#c78a6b",
  truncated: "#a463f2",
  not_scored: "#9498a0",
  not_answered: "var(--theme-foreground-fainter)"
};

/** From what passed over what is wrong to what has no score. */
const STACKED = Object.keys(COLOURS) as Outcome[];
/** Pixels of a letter in a bar, and of a bar that is worth a number. */
const LETTER = 6.5;

interface Segment {
  name: string;
  evaluation: string;
  simulated: boolean;
  outcome: string;
  from: number;
  to: number;
  text: string;
}

/** The share of each outcome of all answers of each evaluation, one bar each. */
function outcomeBars(rows: readonly CodeRow[], {width}: {width: number}): HTMLElement {
  const known = new Set(outcomesIn(rows));
  const outcomes = STACKED.filter(outcome => known.has(outcome));
  const labels = rows.map(({evaluation, n}) => `${evaluation} · n = ${formatCount(n)}`);
  const names = nameAxis(labels, width);
  const segments = rows.flatMap((row, i): Segment[] => {
    let from = 0;
    return outcomes.flatMap(outcome => {
      const rate = row.rates.get(outcome);
      if (!rate?.value) return [];
      const own = {from, to: from + percent(rate.value)};
      from = own.to;
      const {evaluation, simulated} = row;
      return [{name: labels[i]!, evaluation, simulated, outcome: OUTCOME_NAMES[outcome], ...own, text: rateText(rate)}];
    });
  });
  const room = (width - names.margin - 24) / 100;
  const simulated = rows.some(row => row.simulated);
  return plotFigure({
    title: "Outcomes of the answers",
    simulated,
    id: "code-outcomes",
    caption: "Each share has its interval and n in the table below, and where the pointer is.",
    width,
    height: 70 + 15 * rows.length, // that of the chart of accuracies next to it, so that their rows are level
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {label: "share of all answers (%) →", domain: [0, 100], axis: "both"},
    y: {domain: labels, label: null, tickFormat: names.format, tickSize: 0},
    color: {
      domain: outcomes.map(outcome => OUTCOME_NAMES[outcome]),
      range: outcomes.map(outcome => COLOURS[outcome]),
      legend: true
    },
    marks: [
      Plot.barX(segments, {y: "name", x1: "from", x2: "to", fill: "outcome", fillOpacity: 0.75, inset: 1}),
      Plot.text(
        segments.filter(({outcome, from, to}) => (to - from) * room > outcome.length * LETTER + 8),
        {y: "name", x: ({from, to}: Segment) => (from + to) / 2, text: "outcome", fontSize: 11, fill: "currentColor"}
      ),
      tip(segments, {
        y: "name",
        x: ({from, to}: Segment) => (from + to) / 2,
        title: (row: Segment) => `${kindName(row)}\n${row.outcome}: ${row.text}`
      })
    ]
  });
}

interface Dot {
  evaluation: string;
  simulated: boolean;
  level: string;
  value: number;
  low: number;
  high: number;
  text: string;
}

/** Evaluations beside each other at one level take this share of the room between levels. */
const SPREAD = 0.6;

/** Accuracy by level, of one family or of all; null where no level has an accuracy. */
export function levelChart(
  all: readonly CodeRow[],
  {drawn, family, width}: {drawn: readonly string[]; family: string; width: number}
): HTMLElement | null {
  const dots = all
    .filter(
      row =>
        row.part === (family === "" ? "level" : "family and level") && row.family === family && drawn.includes(row.evaluation)
    )
    .flatMap(({evaluation, simulated, level, rates}): Dot[] => {
      const {value, low, high} = rates.get("accuracy") ?? {value: null, low: null, high: null};
      if (value === null || low === null || high === null) return [];
      return [{evaluation, simulated, level, value, low, high, text: rateText(rates.get("accuracy"))}];
    });
  if (dots.length === 0) return null;
  const levels = [...new Set(dots.map(({level}) => level))].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
  const x = ({level, evaluation}: Dot) =>
    levels.indexOf(level) + (drawn.length < 2 ? 0 : SPREAD * (drawn.indexOf(evaluation) / (drawn.length - 1) - 0.5));
  const simulated = dots.some(dot => dot.simulated);
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  return plotFigure({
    title: `Accuracy by level${family === "" ? "" : `: ${family}`}`,
    simulated,
    id: "code-levels",
    caption: sentences(
      "Each level adds one rule to those of the one before. Bars are 95 % intervals, clustered by problem.",
      others > 0 ? `${formatCount(others)} further evaluations can be chosen above.` : "",
      simulated ? HOLLOW : ""
    ),
    width,
    height: 320,
    marginLeft: 46,
    marginBottom: 42,
    x: {
      label: "level →",
      domain: [-0.5, Math.max(0.5, levels.length - 0.5)],
      ticks: levels.map((_, i) => i),
      tickFormat: (i: number) => levels[i] ?? ""
    },
    y: {label: "↑ accuracy (%)", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      ...dotsWithIntervals(dots, {x, value: ({value}) => value}),
      tip(dots, {
        x,
        y: ({value}: Dot) => percent(value),
        title: (dot: Dot) => `${kindName(dot)}\nlevel ${dot.level}\n${dot.text}`
      })
    ]
  });
}

// A sample for reading: problem, program as it was run, and the first test that failed. All texts are untrusted.

/** Most lines of a program that are shown: drawing more takes seconds. */
const MOST_LINES = 2_000;

/** A program with line numbers. */
function programNode(source: string): HTMLElement {
  const lines = source.trimEnd().replaceAll("\r\n", "\n").split("\n");
  const left = lines.length - MOST_LINES;
  return html`<div><ol class="rb-program" tabindex="0">${lines.slice(0, MOST_LINES).map(line => html`<li>${untrusted(line)}</li>`)}</ol>
    ${left > 0 ? html`<p class="rb-muted">${left} further lines are not shown.</p>` : ""}</div>`;
}

/** The scorer of a problem; null where it is none that runs programs. */
function codeScorer(text: string | null) {
  try {
    const {data} = scorerSchema.safeParse(JSON.parse(text ?? "null"));
    return data?.kind === "code" ? data : null;
  } catch {
    return null; // a store of other hands
  }
}

/** The program of a response as it was run; null where it has none. */
function programShown({outcome}: Pick<SampleRow, "outcome">, scorer: string | null, response: Exchange): string | null {
  const known = codeScorer(scorer);
  if (known?.language !== "python" || outcome === "truncated" || outcome === "not_answered") return null;
  return programOf(visibleText(response).final, known)?.source ?? null;
}

function testsNode(scorer: string | null): HTMLElement | string {
  const known = codeScorer(scorer);
  if (!known) return "";
  const {tests, cases, entry_point = "f"} = known;
  const calls = cases.map(
    each => `${entry_point}(${each.arguments.map(value => JSON.stringify(value)).join(", ")}) → ${JSON.stringify(each.result)}`
  );
  const text = tests === "" ? calls.join("\n") : tests;
  return text === "" ? "" : html`<details class="rb-details"><summary>Its tests</summary>${programNode(text)}</details>`;
}

interface Asked {
  evaluation: string;
  problem: {prompt: string; scorer: string | null} | null;
}

/**
 * One sample, from problem to failing test. Where its text lies elsewhere, a button fetches it, since the page opens a sample by itself.
 * @param evaluation name of its evaluation
 */
export async function openedSample(sql: OpenTables, sample: SampleRow, evaluation: string): Promise<HTMLElement> {
  const asked: Asked = {evaluation, problem: await problemOf(sql, sample.item_id)};
  const read = () => exchangeOf(sql, sample);
  if (!textsPlace) return sampleNode(sample, {...asked, found: await read()});
  const fetching = async () => {
    text.replaceChildren(fetchingNote());
    node.replaceChildren(...sampleNode(sample, {...asked, found: await read()}).childNodes);
  };
  const text = html`<div><button type="button" class="rb-button" onclick=${fetching}>Fetch the answer from ${textsFrom()}</button></div>`;
  const node = sampleNode(sample, {...asked, found: {}, instead: text});
  return node;
}

/** @param instead what stands in the place of a text that nobody has asked for yet */
function sampleNode(
  sample: SampleRow,
  {evaluation, problem, found, instead}: Asked & {found: Found; instead?: HTMLElement}
): HTMLElement {
  const response = found.exchange;
  const scorer = problem?.scorer ?? null;
  const program = response ? programShown(sample, scorer, response) : null;
  const tests = sample.tests_passed === null ? "" : ` · ${(100 * sample.tests_passed).toFixed(0)} % of its tests passed`;
  return html`<div id="sample">
    <p><strong>${OUTCOME_NAMES[sample.outcome] ?? sample.outcome}</strong>${tests} · ${evaluation} ${sample.simulated ? simulatedBadge() : ""} · ${sampleLink(sample)}</p>
    ${problem ? textPart("Problem", problem.prompt) : html`<p class="rb-muted">This store does not hold its problem.</p>`}
    ${testsNode(scorer)}
    ${
      program === null
        ? html`<div id="no-program">${response ? "" : html`<h4>Program</h4>`}${instead ?? answerParts(found)}</div>`
        : html`<div id="program"><h4>Program</h4>${programNode(program)}${fetchedFrom(found)}</div>`
    }
    ${sample.failed === null ? "" : html`<div id="failed"><h4>First test that failed</h4><div class="rb-text">${untrusted(sample.failed)}</div></div>`}
    ${program === null || !response ? "" : html`<details class="rb-details"><summary>The whole answer</summary>${answerParts({exchange: response})}</details>`}
  </div>`;
}
