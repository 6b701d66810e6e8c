// Compares a judge with people: agreement beside that among people, and where the two differ.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatDifference} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import {keptOf} from "../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import type {JudgeAgreement} from "../../pipelines/studies/preferences/judging/calibration.js";
import {type JudgeStudy, judgeStudy} from "../../pipelines/studies/preferences/judging/judgeStudy.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";
import {coefficientText, rateText} from "./coefficient.js";
import type {Judgments} from "./data.js";
import {chosen, type HumanFilters} from "./inputs.js";

/** A judge's study with the source of its votes. */
export interface Against extends JudgeStudy {
  name: string;
  simulated: boolean;
  /** true bias of a simulated judge, in log-odds by model */
  groundTruth: ReadonlyMap<string, number>;
}

/** The study of the chosen votes on the chosen turn; null where there are no votes to compare with. */
export function againstOf(people: Votes, judgments: Judgments | null, {filters}: {filters: HumanFilters}): Against | null {
  if (judgments === null) return null;
  const judge = chosen(judgments.votes, {...filters, judge: "all"}).votes;
  // All of the judge's votes on the turn count, whichever treatment of ties is chosen: without ties no inconsistency would be visible.
  const turn = filters.turn === "all" ? null : Number(filters.turn);
  const merged = judgments.inconsistent === null ? null : keptOf(judgments.votes, judgments.inconsistent, {turn});
  return ofJudge(judgeStudy(people, judge, {merged}), judgments);
}

/** A judge's study with the source of its votes. */
export const ofJudge = (
  study: JudgeStudy,
  {name, simulated, groundTruth}: Pick<Judgments, "name" | "simulated" | "groundTruth">
): Against => ({
  ...study,
  name,
  simulated,
  groundTruth: new Map(groundTruth.flatMap(row => (row.kind === "favour" ? [[row.name, row.value] as const] : [])))
});

const nameOf = ({judges}: JudgeStudy): string => (judges.length === 1 ? judges[0]! : `a judge of ${judges.length}`);

const pointsText = ({value, lo, hi}: Agreed): string => `${formatDifference({value, low: lo, high: hi})} points`;

/** Agreement of the judge with a person, and whether it exceeds that between people. */
export function againstSentence(study: Against | null): string {
  if (study === null)
    return "Choose a file of other votes on the same questions, a model's verdicts say, to compare it with these.";
  const {calibration} = study;
  if (calibration.units === 0)
    return `The votes of ${study.name} share no question, turn and pair of models with these: nothing can be compared.`;
  const {judge, people, difference} = calibration;
  const start = `Compared with people, ${nameOf(study)} gives a person's verdict in ${rateText(judge.all)} pairs of votes`;
  if (people.all.value === null) return `${start}; ${people.all.why}, so that nothing shows what could be reached.`;
  const significance =
    difference.lo !== null && difference.lo > 0
      ? "significantly more"
      : difference.hi !== null && difference.hi < 0
        ? "significantly less"
        : null;
  return `${start}; another person does in ${rateText(people.all)}. On the same answers the judge's agreement differs from a second person's by ${pointsText(difference)}: ${significance ?? "no significant difference"}${significance ? " than people agree with each other" : ""}.`;
}

/** The judge compared with a second person, line by line. */
export function againstTable({
  calibration: {judge, people, majority, personMajority, units, prompts},
  simulated
}: Against): HTMLElement {
  const rows: [string, string, string][] = [
    ["Same verdict, ties included", rateText(judge.all), rateText(people.all)],
    ["Same verdict where neither tied", rateText(judge.decided), rateText(people.decided)],
    ["Cohen's κ", coefficientText(judge.kappa), coefficientText(people.kappa)],
    ["What most (other) people said", rateText(majority), rateText(personMajority)]
  ];
  const table = html`<table class="rb-table" id="against-table"><thead><tr><th scope="col">Agreement</th><th scope="col">judge with a person</th><th scope="col">person with another</th></tr></thead>
    <tbody>${rows.map(([name, own, other]) => html`<tr><th scope="row">${name}</th><td>${own}</td><td>${other}</td></tr>`)}</tbody></table>`;
  return figure(table, {
    title: "The judge compared with a second person",
    simulated,
    caption: `n: pairs of votes, in the last line votes, on ${formatCount(units)} units that both judged, of ${formatCount(prompts)} prompts. 95 % intervals over prompts. A second person is what a judge can be expected to reach. Every pair of votes weighs the same here; agreement among judges, further up, weighs units alike.`
  });
}

const CONSENSUS: Record<JudgeAgreement["consensus"][number]["consensus"], string> = {
  unanimous: "all said the same",
  majority: "most said the same",
  split: "split evenly",
  "one vote": "only one voted"
};

/** Agreement by the consensus of people. */
export function consensusPlot({calibration, simulated}: Against, {width}: {width: number}): HTMLElement {
  const rows = calibration.consensus.flatMap(({consensus, units, agreement}) =>
    agreement.value === null
      ? []
      : [
          {
            name: CONSENSUS[consensus],
            units,
            ...agreement,
            lo: agreement.lo ?? agreement.value,
            hi: agreement.hi ?? agreement.value
          }
        ]
  );
  const known = calibration.consensus.flatMap(({consensus, agreement}) =>
    agreement.value !== null && agreement.why ? [{name: CONSENSUS[consensus], agreement}] : []
  );
  const plot = drawPlot({
    width: Math.min(width, 640),
    height: 34 * rows.length + 60,
    marginLeft: 130,
    marginRight: 80,
    x: {label: "same verdict as a person, % →", domain: [0, 100], grid: true},
    y: {domain: rows.map(({name}) => name), label: null},
    marks: [
      Plot.link(rows, {
        x1: row => 100 * row.lo,
        x2: row => 100 * row.hi,
        y: "name",
        stroke: "var(--theme-foreground-focus)",
        strokeWidth: 1.6
      }),
      Plot.dot(rows, {
        x: row => 100 * row.value!,
        y: "name",
        r: 4,
        fill: simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)",
        stroke: "var(--theme-foreground-focus)",
        title: row => `people ${row.name}\n${rateText(row)} pairs of votes\n${formatCount(row.units)} units`
      }),
      Plot.text(rows, {
        y: "name",
        frameAnchor: "right",
        dx: 8,
        textAnchor: "start",
        text: row => `${formatCount(row.units)} units`
      })
    ]
  });
  return figure(plot, {
    title: "By how clear people's own verdict is",
    id: "consensus",
    simulated,
    caption: `Pairs of one vote of the judge and one of a person; 95 % intervals over prompts.${known.map(({name, agreement}) => ` ${name[0]!.toUpperCase()}${name.slice(1)}: ${agreement.why}.`).join("")}`
  });
}

export function consensusSentence({calibration}: Against): string {
  const [clear, most] = calibration.consensus;
  if (!clear || clear.agreement.value === null)
    return "No unit has two people's votes that say the same: the judge cannot be compared with a consensus.";
  const other = most && most.agreement.value !== null ? `; where only most did, in ${rateText(most.agreement)}` : "";
  return `Where all people said the same, the judge says it too in ${rateText(clear.agreement)} pairs of votes${other}.`;
}

const PLACES = ["first", "tie", "second"] as const;

/** Cross table of the judge's votes and people's. */
export function confusionTable({calibration: {confusion}, simulated}: Against): HTMLElement {
  const total = confusion.flat().reduce((sum, n) => sum + n, 0);
  const share = (n: number, of: number) => (of === 0 ? "" : ` (${((100 * n) / of).toFixed(0)} %)`);
  const rows = PLACES.map((place, row) => {
    const own = confusion[row]!.reduce((sum, n) => sum + n, 0);
    return html`<tr><th scope="row">judge: ${place}</th>${confusion[row]!.map(n => html`<td>${formatCount(n)}${share(n, own)}</td>`)}<td>${formatCount(own)}${share(own, total)}</td></tr>`;
  });
  const sums = PLACES.map((_, column) => confusion.reduce((sum, row) => sum + row[column]!, 0));
  const table = html`<table class="rb-table" id="confusion"><thead><tr><th></th>${PLACES.map(place => html`<th scope="col">person: ${place}</th>`)}<th scope="col">in all</th></tr></thead>
    <tbody>${rows}<tr><th scope="row">in all</th>${sums.map(n => html`<td>${formatCount(n)}${share(n, total)}</td>`)}<td>${formatCount(total)}</td></tr></tbody></table>`;
  return figure(table, {
    title: "Who said what",
    simulated,
    caption: `Pairs of votes; "first" is the alphabetically first model. Shares are of the row, in the last line and column of all ${formatCount(total)} pairs.`
  });
}
