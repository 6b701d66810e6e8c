// Tables of annotation rounds, and saving their votes.
import {html} from "npm:htl";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import {type Annotation, jsonLines} from "../../pipelines/studies/preferences/annotation/annotation.js";
import type {AnnotationRound} from "../../pipelines/studies/preferences/annotation/annotationRounds.js";
import {RATINGS, voteWarningLine} from "../../pipelines/studies/preferences/votes/read.js";
import {overText} from "../preferences/coefficient.js";
import {saveText} from "../shared/save.js";
import type {RoundsTogether} from "./roundsOfVotes.js";

const kappa = ({value, lo, hi, n, over, why}: Agreed): string =>
  value === null
    ? `– (${why ?? "none"})`
    : `${formatEstimate({value, low: lo, high: hi}, {digits: 2})} ${overText({lo, over})}n = ${formatCount(n)}`;

export const roundColumns = (): Column<AnnotationRound>[] => [
  {key: "wave", label: "Wave", show: ({wave}) => wave},
  {key: "votes", label: "Votes", show: ({votes}) => formatCount(votes), numeric: true},
  {key: "judges", label: "Judges", show: ({judges}) => formatCount(judges), numeric: true},
  {
    key: "fleiss",
    label: "κ among judges",
    show: ({fleiss}) => kappa(fleiss),
    description: "Fleiss' κ over first, tie, second; n pairs with two votes or more"
  },
  ...RATINGS.map(
    (aspect): Column<AnnotationRound> => ({
      key: aspect,
      label: `α, ${aspect}`,
      show: ({alphas}) => {
        const own = alphas.find(each => each.aspect === aspect);
        return own ? kappa(own.alpha) : "– (no ratings)";
      },
      description: `Krippendorff's ordinal α of ratings of ${aspect}; n answers that two judges or more rated`
    })
  ),
  {
    key: "retest",
    label: "κ with the wave before",
    show: ({retest}) => kappa(retest),
    description: "on the pairs that both waves judged"
  },
  {
    key: "correlation",
    label: "Wins and accuracy, Spearman's ρ",
    show: ({correlation: {value, lo, hi, n}}) =>
      value === null
        ? `– (${formatCount(n)} models)`
        : `${formatEstimate({value, low: lo, high: hi}, {digits: 2})}, n = ${formatCount(n)} models`,
    description: "share of wins in the wave with excess accuracy in the store; interval of Bonett and Wright"
  }
];

/** Warnings of the votes, one line each; empty where there are none. */
export function warnings({warnings, notes, error}: RoundsTogether, name: string): Node {
  const lines = [...(error ? [error] : []), ...warnings.map(warning => voteWarningLine(warning, name)), ...notes];
  return lines.length === 0
    ? document.createDocumentFragment()
    : html`<ul class="rb-error" id="warnings">${lines.map(line => html`<li>${line}`)}</ul>`;
}

/** A button that saves the votes as JSON lines. */
export function jsonLinesButton(annotations: () => readonly Annotation[], name: string): HTMLElement {
  const save = () => saveText(jsonLines(annotations()), {name, type: "application/jsonl"});
  return html`<button type="button" class="rb-button" id="download" onclick=${save}>Download votes (JSONL)`;
}

/** All votes stored in this browser, of all judges and rounds. */
export function storedAnnotations(storage: Storage = localStorage): Annotation[] {
  const all: Annotation[] = [];
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i)!;
    if (!key.startsWith("reasonbook annotation ")) continue;
    try {
      all.push(...(JSON.parse(storage.getItem(key)!) as {done: Annotation[]}).done);
    } catch {
      // an entry of another program
    }
  }
  return all;
}
