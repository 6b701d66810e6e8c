// The filters of the sample browser, each kept in the address.
import {text as textInput, toggle} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import type {Shown} from "../../pipelines/store/shown.js";
import {type Filter, ORDERS, type Order, rangeOf} from "../../pipelines/studies/samples/select.js";
import {termsOf} from "../../pipelines/studies/samples/words.js";
import {choice} from "../shared/choices.js";
import {permalink, readState} from "../shared/permalink.js";
import {type PointRow, pointMask, type Samples} from "./data.js";

const ORDER_NAMES: Record<Order, string> = {
  test: "task, point and test",
  tokens: "fewest tokens first",
  "-tokens": "most tokens first",
  characters: "shortest first",
  "-characters": "longest first",
  cost: "cheapest first",
  "-cost": "most expensive first"
};

export interface FilterInputs {
  node: HTMLElement;
  /** What is asked; `evaluation` is an eval_id, or "all". */
  read(shown: Shown | null): {
    filter: Filter;
    terms: ReturnType<typeof termsOf>;
    fault: string | null;
    order: Order;
    evaluation: string;
  };
}

/** The filters, each kept in the address; those with nothing to choose are left out. */
export function filterInputs(
  samples: Samples,
  evaluations: readonly PointRow[],
  name: (point: PointRow) => string
): FilterInputs {
  const chooser = (key: string, label: string, titles: ReadonlyMap<string, string>, value?: string): Input<string> =>
    choice(key, [...titles.keys()], {label, names: Object.fromEntries(titles), value});
  const all = (entries: Iterable<readonly [string, string]>) => new Map([["all", "all"] as const, ...entries]);
  const same = (values: Iterable<string>) => all([...new Set(values)].sort().map(value => [value, value] as const));
  const titles = {
    evaluation: all(evaluations.map(point => [point.eval_id, name(point)] as const).sort((a, b) => a[1].localeCompare(b[1]))),
    task: same(samples.points.map(point => point.base_task)),
    tag: same(samples.points.flatMap(point => [...point.tags])),
    outcome: all(STATUS_NAMES.map(each => [each, each] as const)),
    finish: all(samples.finishes.map((finish, code) => [String(code), finish || "unknown"] as const))
  };
  // Where millions of samples have not been read, one evaluation is: that of a link, or the first.
  const linked = readState(location.hash).get("sample")?.split("/")[0] ?? "";
  const begins = titles.evaluation.has(linked) ? linked : [...titles.evaluation.keys()][1];
  const fields = {
    search: permalink("search", textInput({label: "Words", placeholder: "words that all occur, begin* of one"}) as Input<string>),
    evaluation: chooser("evaluation", "Evaluation", titles.evaluation, samples.isWhole ? "all" : begins),
    task: chooser("task", "Task", titles.task),
    outcome: chooser("outcome", "Outcome", titles.outcome),
    finish: chooser("finish", "Ended by", titles.finish),
    tag: chooser("tag", "Tag", titles.tag),
    tokens: permalink("tokens", textInput({label: "Tokens", placeholder: "100-500, 100- or -500"}) as Input<string>),
    characters: permalink("characters", textInput({label: "Characters", placeholder: "100-500, 100- or -500"}) as Input<string>),
    order: choice("order", ORDERS, {label: "Order", names: ORDER_NAMES})
  };
  const corrected = toggle({label: "Corrected by people"});
  const {hasCorrected} = samples;
  const few = (key: keyof typeof titles) => titles[key].size < 3;
  const shownFields = Object.entries(fields).filter(([key]) => !(key in titles && few(key as keyof typeof titles)));
  const node = html`<div class="rb-questions" id="filters">${shownFields.map(([, field]) => field)}${hasCorrected ? corrected : ""}</div>`;
  return {
    node,
    read(shown) {
      const [tokens, characters] = [rangeOf(fields.tokens.value), rangeOf(fields.characters.value)];
      const fault = tokens === undefined ? fields.tokens.value : characters === undefined ? fields.characters.value : null;
      const {evaluation, task, tag} = {evaluation: fields.evaluation.value, task: fields.task.value, tag: fields.tag.value};
      const status = STATUS_NAMES.indexOf(fields.outcome.value as (typeof STATUS_NAMES)[number]);
      return {
        filter: {
          points: pointMask(samples.points, {evaluation, task, tag, shown}),
          status: status < 0 ? null : status,
          finish: fields.finish.value === "all" ? null : Number(fields.finish.value),
          tokens: tokens ?? null,
          characters: characters ?? null,
          corrected: hasCorrected && corrected.value
        },
        terms: termsOf(fields.search.value),
        evaluation,
        fault: fault === null ? null : `"${fault}" is not a range: write 100-500, 100- or -500`,
        order: fields.order.value
      };
    }
  };
}
