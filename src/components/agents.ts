// Data, tables, charts and traces of page Agents.
import {html} from "npm:htl";
import {settings} from "../pipelines/generate/benchmarks/agent/settings.js";
import type {Environment, Row, Rows} from "../pipelines/generate/benchmarks/agent/world.js";
import type {RowChange} from "../pipelines/score/episode.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {
  MEASURE_NAMES,
  MEASURES,
  type Measure,
  type Measured,
  PASS_HAT,
  type PassMeasured
} from "../pipelines/studies/agents/measures.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  type Estimated,
  evaluationColumns,
  evaluationNames,
  forest,
  formatCount,
  formatEstimate,
  formatRate,
  type Input,
  numberColumn,
  plural,
  type SampleKey,
  type Sql,
  sampleLink
} from "./shared/charts.js";
import {textPart} from "./shared/exchange.js";
import {choice, choices, evaluationInput, noChoice, rowChoice, tableBox} from "./shared/page.js";
import {untrusted} from "./shared/text.js";

// What the page Agents shows: measures of evaluations, and their episodes.

/** An evaluation with its measures in one world. */
interface AgentRow extends Evaluated {
  evaluation: string;
  simulated: boolean;
  episodes: number;
  measures: ReadonlyMap<Measure, Measured>;
  /** pass^k by k; none where each task was tried once */
  passes: ReadonlyMap<number, PassMeasured>;
}

interface EpisodeRow {
  eval_id: string;
  item_id: string;
  trial: number;
  world: string;
  end: string;
  correct: boolean;
  truncated: boolean;
  turns: number | null;
  calls: number;
  optimal: number;
  forbidden: number;
  faults: number;
}

interface StepRow {
  turn: number;
  call: number;
  text: string | null;
  tool: string | null;
  arguments: string | null;
  status: number | null;
  result: string | null;
  note: string;
  changes: string | null;
}

/** Most episodes that are offered at once. */
const OFFERED = 300;

/** Evaluations in one world, the most successful first. @param world empty for all together */
export async function agentsIn(sql: Sql, world: string): Promise<AgentRow[]> {
  const rows = plainRows<
    Evaluated & Omit<Measured, "measure"> & PassMeasured & {measure: string; simulated: boolean; episodes: number}
  >(await sql.query("select * from agents where world = ? order by model, template, sampler, eval_id, measure, k", [world]));
  type Found = Omit<AgentRow, "measures" | "passes" | "evaluation">;
  const byEvaluation = new Map<string, Found & {measures: Map<Measure, Measured>; passes: Map<number, PassMeasured>}>();
  for (const {eval_id, model, template, sampler, simulated, episodes, measure, k, value, low, high, n, left_out} of rows) {
    const row = byEvaluation.get(eval_id) ?? {
      eval_id,
      model,
      template,
      sampler,
      simulated,
      episodes,
      measures: new Map(),
      passes: new Map()
    };
    byEvaluation.set(eval_id, row);
    if (measure === PASS_HAT) row.passes.set(k, {k, value, low, high, n, left_out});
    else row.measures.set(measure as Measure, {measure: measure as Measure, value, low, high, n});
  }
  const all = [...byEvaluation.values()];
  const name = evaluationNames(all);
  const success = (row: AgentRow) => row.measures.get("success")?.value ?? -1;
  return all
    .map((row): AgentRow => ({...row, evaluation: name(row)}))
    .sort((a, b) => success(b) - success(a) || (a.evaluation < b.evaluation ? -1 : 1));
}

/** Episodes of an evaluation in one world that ended in one way; the first of many. */
export async function episodesIn(
  sql: Sql,
  {eval_id, world, end}: {eval_id: string; world: string; end: string}
): Promise<{rows: EpisodeRow[]; all: number}> {
  const rows = plainRows<EpisodeRow & {all: number}>(
    await sql.query(
      `select eval_id, item_id, trial, world, "end", correct, truncated, turns, calls, optimal, forbidden, faults, (count(*) over ())::int as "all"
      from episodes where eval_id = ? and (? = '' or world = ?) and (? = 'all' or "end" = ?) order by world, item_id, trial limit ${OFFERED}`,
      [eval_id, world, world, end, end]
    )
  );
  return {rows, all: rows[0]?.all ?? 0};
}

/** The steps of an episode, and its task: the prompt, and its environment as JSON. */
async function traceIn(
  sql: Sql,
  {eval_id, item_id, trial}: {eval_id: string; item_id: string; trial: number}
): Promise<{steps: StepRow[]; prompt: string | null; scorer: string | null}> {
  const steps = plainRows<StepRow>(
    await sql.query(
      `select turn, call, text, tool, arguments, status, result, note, changes from episode_steps
      where eval_id = ? and item_id = ? and trial = ? order by turn, call`,
      [eval_id, item_id, trial]
    )
  );
  const [item] = plainRows<{prompt: string; scorer: string | null}>(
    await sql.query("select prompt, scorer from items where item_id = ? limit 1", [item_id])
  );
  return {steps, prompt: item?.prompt ?? null, scorer: item?.scorer ?? null};
}

// The measures of agents as a table, as bars with intervals and in a sentence.

const MEASURE_LABELS: Readonly<Record<Measure | typeof PASS_HAT, string>> = {
  success: "Success",
  reached: "Goal reached",
  forbidden: "Forbidden",
  needless: "Needless calls",
  recovery: "Recovery",
  efficiency: "Efficiency",
  malformed: "Malformed calls",
  unknown: "Unknown tools",
  out_of_turns: "Out of turns",
  unscored: "Without score",
  [PASS_HAT]: "Success in all of k episodes (pass^k)"
};

/** `61.2 % [58.0, 64.3] n = 48 tasks`; tasks that were left out are counted. */
function passText(pass: PassMeasured | undefined): string {
  if (!pass) return "not measured";
  const {value, low, high, n, left_out} = pass;
  const rate =
    low === null || high === null
      ? `${formatEstimate({value: 100 * value, low, high})} %, no interval,`
      : formatRate({value, low, high, n});
  return `${rate} n = ${plural(n, "task")}${left_out > 0 ? `, ${formatCount(left_out)} left out` : ""}`;
}

/** `61.2 % [58.0, 64.3] n = 480`, or a mean in its own unit; what has no interval says so. */
function measureText(measured: Measured | undefined): string {
  if (!measured || measured.value === null || measured.n === 0) return "not measured";
  const {measure, value, low, high, n} = measured;
  const count = ` n = ${formatCount(n)}`;
  if (measure === "needless")
    return `${formatEstimate({value, low, high}, {digits: 2})}${low === null ? ", no interval," : ""}${count}`;
  if (low === null || high === null) return `${formatEstimate({value: 100 * value, low, high})} %, no interval, ${count.trim()}`;
  return `${formatRate({value, low, high, n})}${count}`;
}

/** Columns of the measures, and of pass^k for each k of these rows. */
const agentColumns = (rows: readonly AgentRow[]): Column<AgentRow>[] => [
  ...evaluationColumns,
  countColumn("episodes", "Episodes", "scored ones, those among them that a token limit ended"),
  ...MEASURE_NAMES.map(
    (measure): Column<AgentRow> =>
      numberColumn(
        measure,
        MEASURE_LABELS[measure],
        ({measures}) => measures.get(measure)?.value ?? null,
        ({measures}) => measureText(measures.get(measure)),
        `${MEASURES[measure].what}, with its 95 % interval, clustered by task`
      )
  ),
  ...passSizesIn(rows).map(
    (k): Column<AgentRow> =>
      numberColumn(
        `pass_${k}`,
        `pass^${k}`,
        ({passes}) => passes.get(k)?.value ?? null,
        ({passes}) => passText(passes.get(k)),
        `chance that ${k} episodes of a task all succeed, mean over tasks, with its 95 % interval by a bootstrap over tasks`
      )
  )
];

const passSizesIn = (rows: readonly AgentRow[]): number[] =>
  [...new Set(rows.flatMap(({passes}) => [...passes.keys()]))].sort((a, b) => a - b);

/**
 * pass^k of all evaluations, in their order, for the largest k that any of them has; null where none has an interval.
 */
function passForest(rows: readonly AgentRow[], {width}: {width: number}): HTMLElement | null {
  const k = passSizesIn(rows).at(-1);
  if (k === undefined) return null;
  const bars = rows.flatMap(({evaluation, simulated, passes}): Estimated[] => {
    const pass = passes.get(k);
    if (!pass || pass.low === null || pass.high === null) return [];
    const estimate = {value: 100 * pass.value, low: 100 * pass.low, high: 100 * pass.high, clusters: pass.n};
    return [{name: evaluation, simulated, detail: passText(pass), estimate}];
  });
  if (bars.length === 0) return null;
  return forest(bars, {
    width,
    id: "agents-forest",
    title: `pass^${k}`,
    x: {label: "% of tasks →"},
    caption: `Chance that ${k} episodes of a task all succeed, mean over tasks. Bars are 95 % intervals over tasks: of 100 samples of as many tasks, about 95 give a bar that holds the mean over all tasks of this kind.`
  });
}

/** A measure of all evaluations, in their order; those without an interval stand in the table alone. */
export function measureForest(
  rows: readonly AgentRow[],
  {measure, width}: {measure: Measure | typeof PASS_HAT; width: number}
): HTMLElement | null {
  if (measure === PASS_HAT) return passForest(rows, {width});
  const drawn = rows.flatMap(({evaluation, simulated, measures}): Estimated[] => {
    const own = measures.get(measure);
    if (!own || own.value === null || own.low === null || own.high === null) return [];
    const scale = measure === "needless" ? 1 : 100;
    return [
      {
        name: evaluation,
        simulated,
        detail: measureText(own),
        estimate: {value: scale * own.value, low: scale * own.low, high: scale * own.high, clusters: own.n}
      }
    ];
  });
  if (drawn.length === 0) return null;
  const left = rows.length - drawn.length;
  return forest(drawn, {
    width,
    id: "agents-forest",
    title: MEASURE_LABELS[measure],
    x: {label: measure === "needless" ? "calls an episode →" : "% →"},
    caption: `${MEASURES[measure].what[0]!.toUpperCase()}${MEASURES[measure].what.slice(1)}, with 95 % intervals clustered by task.${left > 0 ? ` ${formatCount(left)} without an interval ${left === 1 ? "is" : "are"} in the table.` : ""}`
  });
}

/** Who succeeds most often and least, and who does what is forbidden. */
export function agentsSentence(rows: readonly AgentRow[]): string {
  const [best, worst] = [rows[0], rows.at(-1)];
  if (!best || !worst) return "";
  const success = (row: AgentRow) => measureText(row.measures.get("success"));
  const measured = rows.flatMap(({measures}) => measures.get("forbidden")?.value ?? []);
  const broken = measured.filter(value => value > 0).length;
  const forbidden =
    measured.length === 0
      ? "Forbidden calls were not recorded."
      : broken === 0
        ? "None made a forbidden call."
        : `${formatCount(broken)} made a forbidden call at least once.`;
  const most = Math.max(0, ...best.passes.keys());
  const every =
    most < 2
      ? ""
      : ` In all of ${formatCount(most)} episodes of a task (pass^${most}; the Overview shows the highest of these, over all worlds), ${best.evaluation} succeeds for ${passText(best.passes.get(most))}.`;
  const among =
    rows.length === 1
      ? `${best.evaluation} succeeds in ${success(best)} episodes, each counted alone.`
      : `Of ${formatCount(rows.length)} evaluations, ${best.evaluation} succeeds most often: ${success(best)}; ${worst.evaluation} least: ${success(worst)}.`;
  return `${among}${every} ${forbidden}`;
}

const agentsCsv = (rows: readonly AgentRow[]): Record<string, unknown>[] =>
  rows.flatMap(({measures, passes, evaluation: _, ...row}) => [
    ...[...measures.values()].map(measured => ({...row, ...measured, k: null, left_out: null})),
    ...[...passes.values()].map(pass => ({...row, measure: PASS_HAT, ...pass}))
  ]);

/** The table of evaluations. */
export const agentsTable = (rows: readonly AgentRow[]): DocumentFragment =>
  tableBox("agents-table", rows, agentColumns(rows), {sort: "-success", csv: ["agents.csv", () => agentsCsv(rows)]});

/** Returns the inputs for a world and the measure of the chart; null without worlds. */
export const agentInputs = (worlds: readonly string[]) =>
  worlds.length === 0
    ? noChoice()
    : choices({
        world: choice("world", worlds, {label: "World", names: {"": "all worlds together"}}),
        measure: choice("measure", Object.keys(MEASURE_LABELS), {label: "Chart of", names: MEASURE_LABELS})
      });

// The trace of an episode: each message, its calls, what the API answered, and what that changed. All texts are untrusted.

/** What is said of a call that is not as it should be. */
const NOTES: Readonly<Record<string, string>> = {
  forbidden: "forbidden",
  fault: "injected failure",
  malformed: "arguments are not JSON",
  unknown: "no such tool"
};

/** The names of what an episode came to, for readers. */
const END_NAMES = {
  all: "all",
  reached: "goal reached",
  forbidden: "goal reached by a forbidden call",
  unfinished: "goal reached, but it went on calling",
  other: "another state",
  unchanged: "nothing changed"
} as const;

/** Returns the inputs for the evaluation and the outcome of episodes; null without evaluations. */
export const episodeFilters = (rows: readonly AgentRow[]) =>
  rows.length === 0
    ? noChoice()
    : choices({
        evaluation: evaluationInput(rows),
        end: choice("end", Object.keys(END_NAMES), {label: "Episodes with outcome", names: END_NAMES})
      });

/** Returns the input for an episode, whose value is its row; null without episodes. */
export function episodeInput(rows: readonly EpisodeRow[]): Input<EpisodeRow | null> {
  const name = ({world, item_id, trial, end, truncated, calls, optimal}: EpisodeRow) =>
    `${world} ${item_id.split("-").at(-1)!.slice(0, 8)}${trial > 0 ? `, answer ${trial + 1}` : ""}: ${END_NAMES[end as keyof typeof END_NAMES] ?? end}${truncated ? ", token limit" : ""}, ${calls} calls, ${optimal} needed`;
  return rowChoice("episode", rows, {label: "Episode", key: ({item_id, trial}) => `${item_id} ${trial}`, name});
}

/** Parsed JSON that a store holds; null where it is none. */
function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

const rowText = (row: Row): string => row.map(value => (value === null ? "none" : String(value))).join(" · ");

const changeLines = (changes: readonly RowChange[]): HTMLElement[] =>
  changes.flatMap(({view, added, removed}) => [
    ...removed.map(row => html`<div>− ${view}: ${untrusted(rowText(row))}</div>`),
    ...added.map(row => html`<div>+ ${view}: ${untrusted(rowText(row))}</div>`)
  ]);

function callNode({tool, arguments: given, status, result, note, changes}: StepRow): HTMLElement {
  const changed = changeLines(parsed<RowChange[]>(changes) ?? []);
  return html`<li>
    <div><code>${untrusted(tool)}</code> <code>${untrusted(given)}</code></div>
    <div>→ ${String(status ?? "")} <code>${untrusted(result)}</code>${NOTES[note] ? html` <strong>(${NOTES[note]})</strong>` : ""}</div>
    ${changed}
  </li>`;
}

/** Rows of the state that lack of the goal, and those that are too many. */
export function differences(end: Rows, goal: Rows): {view: string; missing: Row[]; extra: Row[]}[] {
  const keys = (rows: readonly Row[] = []) => rows.map(row => JSON.stringify(row));
  const without = (rows: readonly Row[] = [], others: readonly Row[] = []) => {
    const left = keys(others);
    return rows.filter(row => {
      const at = left.indexOf(JSON.stringify(row));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return Object.keys(goal).flatMap(view => {
    const [missing, extra] = [without(goal[view], end[view]), without(end[view], goal[view])];
    return missing.length + extra.length > 0 ? [{view, missing, extra}] : [];
  });
}

/** The rows of the views after all changes of an episode; null where its world is not known. */
export function endState(
  {world, state}: Pick<Environment, "world" | "state">,
  steps: readonly Pick<StepRow, "changes">[]
): Rows | null {
  if (!Object.hasOwn(settings, world)) return null;
  const rows = settings[world].view(state);
  for (const {changes} of steps)
    for (const {view, added, removed} of parsed<RowChange[]>(changes) ?? []) {
      for (const row of removed) {
        const at = rows[view]!.findIndex(each => JSON.stringify(each) === JSON.stringify(row));
        if (at >= 0) rows[view]!.splice(at, 1);
      }
      rows[view]!.push(...added);
    }
  return rows;
}

function endNode(environment: Environment, steps: readonly StepRow[]): HTMLElement {
  const end = endState(environment, steps);
  if (!end) return html`<p class="rb-muted">Its world is not known here.</p>`;
  const differing = differences(end, environment.goal);
  if (differing.length === 0) return html`<p id="end-state">The rows are those of the goal.</p>`;
  return html`<div id="end-state">${differing.flatMap(({view, missing, extra}) => [
    ...missing.map(row => html`<div>missing in ${view}: ${untrusted(rowText(row))}</div>`),
    ...extra.map(row => html`<div>too many in ${view}: ${untrusted(rowText(row))}</div>`)
  ])}</div>`;
}

/** Reads an episode of an evaluation and returns its trace. */
export const episodeTrace = async (sql: Sql, episode: EpisodeRow): Promise<HTMLElement> =>
  traceNode({sample: episode, ...(await traceIn(sql, episode))});

/** An episode for reading. */
function traceNode({
  sample,
  steps,
  prompt,
  scorer
}: {
  sample: SampleKey;
  steps: readonly StepRow[];
  prompt: string | null;
  scorer: string | null;
}): HTMLElement {
  const environment = parsed<Environment>(scorer);
  const turns = [...new Set(steps.map(({turn}) => turn))];
  return html`<div id="trace">
    <p>${sampleLink(sample, "This episode on page Samples")}</p>
    ${prompt === null ? "" : textPart("Task", prompt)}
    ${
      environment
        ? html`<details><summary>The shortest plan, ${String(environment.plan.length)} calls</summary><ol>${environment.plan.map(
            call => html`<li><code>${untrusted(call.tool)}</code> <code>${untrusted(JSON.stringify(call.arguments))}</code></li>`
          )}</ol></details>`
        : ""
    }
    ${
      turns.length === 0
        ? html`<p class="rb-muted">This store keeps no calls of this episode.</p>`
        : turns.map(turn => {
            const own = steps.filter(step => step.turn === turn);
            const text = own.find(({call}) => call === 0)?.text ?? "";
            const calls = own.filter(({call}) => call > 0);
            return html`<section><h4>Turn ${String(turn)}</h4>
              ${text === "" ? "" : html`<div class="rb-text">${untrusted(text)}</div>`}
              ${calls.length > 0 ? html`<ul>${calls.map(callNode)}</ul>` : text === "" ? html`<p class="rb-muted">an empty message` : ""}
            </section>`;
          })
    }
    <h4>At the end</h4>
    ${environment ? endNode(environment, steps) : html`<p class="rb-muted">Its goal is not known here.</p>`}
  </div>`;
}
