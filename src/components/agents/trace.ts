// The trace of an episode: each message, its calls, what the API answered, and what that changed. All texts are untrusted.
import {html} from "npm:htl";
import {type SampleKey, sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {worlds} from "../../pipelines/generate/benchmarks/agent/agent.js";
import type {Environment, Row, Rows} from "../../pipelines/generate/benchmarks/agent/world.js";
import type {RowChange} from "../../pipelines/score/episode.js";
import {textPart} from "../shared/exchange.js";
import {untrusted} from "../shared/text.js";
import type {StepRow} from "./shown.js";

/** What is said of a call that is not as it should be. */
const NOTES: Readonly<Record<string, string>> = {
  forbidden: "forbidden",
  fault: "injected failure",
  malformed: "arguments are not JSON",
  unknown: "no such tool"
};

/** The names of what an episode came to, for readers. */
export const END_NAMES = {
  all: "all",
  reached: "goal reached",
  forbidden: "goal reached by a forbidden call",
  unfinished: "goal reached, but it went on calling",
  other: "another state",
  unchanged: "nothing changed"
} as const;

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
  if (!Object.hasOwn(worlds, world)) return null;
  const rows = worlds[world].view(state);
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
  const found = differences(end, environment.goal);
  if (found.length === 0) return html`<p id="end-state">The rows are those of the goal.</p>`;
  return html`<div id="end-state">${found.flatMap(({view, missing, extra}) => [
    ...missing.map(row => html`<div>missing in ${view}: ${untrusted(rowText(row))}</div>`),
    ...extra.map(row => html`<div>too many in ${view}: ${untrusted(rowText(row))}</div>`)
  ])}</div>`;
}

/** An episode for reading. */
export function traceNode({
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
