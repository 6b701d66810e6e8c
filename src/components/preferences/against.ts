// Compares a judge with people: agreement, biases, and the value of its votes.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import {warningsOf} from "../../pipelines/studies/preferences/benchmarks/against.js";
import {STANDARD} from "../../pipelines/studies/preferences/benchmarks/correlation.js";
import {keptOf} from "../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import type {JudgeAgreement} from "../../pipelines/studies/preferences/judging/calibration.js";
import {type JudgeStudy, judgeStudy} from "../../pipelines/studies/preferences/judging/judgeStudy.js";
import type {WinRate} from "../../pipelines/studies/preferences/judging/predictionPowered.js";
import type {OwnKindPreference} from "../../pipelines/studies/preferences/judging/selfPreference.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";
import {
  type Column,
  countColumn,
  figure,
  formatCount,
  formatDifference,
  formatEstimate,
  nameAxis,
  numberColumn,
  plotFigure,
  textColumn
} from "../shared/charts.js";
import {coefficientText, rateText, shareText} from "./agreement.js";
import type {Judgments} from "./data.js";
import {chosen, type HumanFilters} from "./inputs.js";

// Compares a judge with people: agreement beside that among people, and where the two differ.

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
  return plotFigure({
    title: "By how clear people's own verdict is",
    id: "consensus",
    simulated,
    caption: `Pairs of one vote of the judge and one of a person; 95 % intervals over prompts.${known.map(({name, agreement}) => ` ${name[0]!.toUpperCase()}${name.slice(1)}: ${agreement.why}.`).join("")}`,
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

// Biases of a judge compared with people: position, length, self-preference; and the value of its votes in addition to people's.

const KINDS: Record<string, string> = {position: "Being shown first", length: "An answer e (2.7) times as long"};

/** Sentences on biases of the judge that people do not have. */
export function biasList(study: Against): HTMLElement {
  const {swaps, merged, effects, favours} = study;
  const lines: string[] = [];
  if (swaps.share !== null)
    lines.push(
      `${merged ? "Asked in both orders, of which one vote was made, the judge kept to its verdict" : "With the two answers the other way round, the judge kept to its verdict"} in ${rateText({...swaps, value: swaps.share})} pairs${merged ? "" : `; ${formatCount(swaps.first)} times it took the first place twice, ${formatCount(swaps.second)} times the second`}.`
    );
  for (const {name, people, judge, difference} of effects) {
    const one = (side: typeof people, whom: string) =>
      side ? `${formatEstimate({value: side.value, low: side.lo, high: side.hi}, {digits: 2})} for ${whom}` : null;
    const sides = [one(judge, `the judge (n = ${formatCount(study.votes)} votes)`), one(people, "people")]
      .filter(Boolean)
      .join(", ");
    const apart = difference
      ? `; the judge's minus people's: ${formatEstimate({value: difference.value, low: difference.lo, high: difference.hi}, {digits: 2})}`
      : "";
    lines.push(`${KINDS[name] ?? name} adds to the log-odds: ${sides}${apart}.`);
  }
  if (favours.own) lines.push(ownKindLine("It gives its own answers", favours.own, study));
  else lines.push("By their names, none of the models is the judge itself, so its preference for its own answers is not known.");
  if (favours.family) lines.push(ownKindLine("Against other models it gives the rest of its family", favours.family, study));
  return html`<ul id="against-bias">${lines.map(line => html`<li>${line}</li>`)}</ul>`;
}

function ownKindLine(start: string, {models, favour, beyond}: OwnKindPreference, {groundTruth}: Against): string {
  const known = models.flatMap(model => groundTruth.get(model) ?? []);
  const was = known.length > 0 ? ` Planted: ${[...new Set(known)].map(value => value.toFixed(1)).join(", ")} log-odds.` : "";
  const more =
    beyond.value === null
      ? ` (${beyond.why})`
      : `, and ${formatDifference({value: beyond.value, low: beyond.lo, high: beyond.hi})} points more than its sharpness on other models explains`;
  return `${start} (${models.join(", ")}) ${formatDifference({value: favour.value, low: favour.lo, high: favour.hi})} percentage points of the vote more than people do (n = ${formatCount(favour.n)} units)${more}.${was}`;
}

/** By how much the judge favours each model compared with people. */
export function favourPlot({favours: {models}, simulated}: Against, {width}: {width: number}): HTMLElement {
  const rows = models.map(({favour, relation, ...row}) => ({
    ...row,
    value: 100 * (favour.value ?? 0),
    lo: 100 * (favour.lo ?? favour.value ?? 0),
    hi: 100 * (favour.hi ?? favour.value ?? 0),
    n: favour.n,
    text: favour.value === null ? "" : formatDifference({value: favour.value, low: favour.lo, high: favour.hi}),
    kin: relation === "own" ? "the judge itself" : relation === "family" ? "its family" : "others"
  }));
  const {margin, format} = nameAxis(
    rows.map(({model}) => model),
    width
  );
  return plotFigure({
    title: "Whom the judge favours",
    id: "favours",
    simulated,
    caption:
      "Share of the vote on the same answers, ties as half; 95 % intervals over prompts, one model at a time. A judge that errs less than a person gives strong models more and weak ones less: only what does not follow strength is a liking.",
    width: Math.min(width, 760),
    height: 20 * rows.length + 70,
    marginLeft: margin,
    marginRight: 30,
    insetLeft: 8,
    insetRight: 8,
    x: {label: "judge's share minus people's, percentage points →", grid: true},
    y: {domain: rows.map(({model}) => model), label: null, tickFormat: format},
    symbol: {legend: true, domain: ["the judge itself", "its family", "others"], range: ["star", "triangle", "circle"]},
    marks: [
      Plot.ruleX([0], {stroke: "var(--theme-foreground-faint)"}),
      Plot.link(rows, {x1: "lo", x2: "hi", y: "model", stroke: "var(--theme-foreground-focus)", strokeWidth: 1.6}),
      Plot.dot(rows, {
        x: "value",
        y: "model",
        r: 4.5,
        symbol: "kin",
        fill: "var(--theme-background)",
        stroke: "var(--theme-foreground-focus)",
        title: row =>
          `${row.model} (${row.kin})\n${row.text} points, n = ${formatCount(row.n)} units\nby people ${(100 * row.people).toFixed(1)} %, by the judge ${(100 * row.judge).toFixed(1)} %`
      })
    ]
  });
}

/** Whether judge and people order the models in the same way. */
export function ordersSentence({strengths, correlations, simulated}: Against): string {
  if (correlations.length === 0)
    return `Judge and people share ${strengths.length} models: too few to compare orders, or all of one strength.`;
  const clauses = correlations.map(({coefficient, value, intervals}) => {
    const [low, high] = intervals[STANDARD[coefficient]] ?? [null, null];
    return `${coefficient === "pearson" ? "r" : coefficient === "spearman" ? "ρ" : "τ"} = ${formatEstimate({value, low, high}, {digits: 2})}${low === null ? " (no interval at ±1)" : ""}`;
  });
  const pairs = strengths.map(({people, judge}) => ({x: judge, y: people}));
  const warnings = warningsOf({name: "the judge"}, pairs, "people's preference");
  return `Bradley–Terry strengths by the judge and by people correlate at ${clauses.join(", ")}; n = ${strengths.length} models${warnings.length > 0 ? ` (${warnings.join("; ")})` : ""}.${simulated ? " Both come from the same planted abilities." : ""}`;
}

/** The value of a judge's votes in addition to people's. */
export function worthSentence({worth: {judge, people, gains, perHuman}}: Against): string {
  if (judge.value === null) return `The worth of the judge's votes cannot be estimated: ${judge.why}.`;
  const text = ({value, lo, hi}: typeof judge) => formatEstimate({value, low: lo, high: hi}, {digits: 2});
  const [one, , endless] = gains;
  const each =
    perHuman === null || (judge.lo !== null && judge.lo <= 0)
      ? "so that nothing shows that its votes add anything to people's"
      : `so that with one vote of the judge on other answers beside each person's, a person's vote counts as ${text(one!.gain)}, and with infinitely many ${endless!.gain.value === null ? "without bound" : `as ${text(endless!.gain)}`}: about ${formatCount(Math.round(perHuman))} votes of the judge add as much as one person's, and no number replaces people`;
  return `A judge's vote and a person's on the same answers correlate at ρ = ${text(judge)} within models (n = ${formatCount(judge.n)} pairs of votes; two people's at ${people.value === null ? "–" : text(people)}), ${each}.`;
}

export function winRateColumns(): Column<WinRate>[] {
  const rate = (key: "people" | "corrected", label: string, description: string): Column<WinRate> =>
    numberColumn(
      key,
      label,
      row => row[key].value,
      row => shareText(row[key]),
      description
    );
  return [
    textColumn("model", "Model", row => row.model),
    countColumn("n", "n", "units with people's votes and the judge's"),
    rate("people", "People's votes alone", "share of the vote, ties as half, with its 95 % interval over prompts"),
    countColumn("more", "N more", "units that the judge alone judged"),
    numberColumn(
      "judge",
      "Judge at its word",
      row => row.judge,
      row => (row.judge === null ? "–" : `${(100 * row.judge).toFixed(1)} %`),
      "the judge's share over all its units: no interval, as nothing in it knows how far the judge is off"
    ),
    rate("corrected", "Prediction-powered", "the judge's share, moved by what it is off where people voted too (PPI++)"),
    numberColumn(
      "lambda",
      "λ",
      row => row.lambda,
      row => row.lambda.toFixed(2),
      "weight that the judge's votes are given: 0 none, 1 full"
    )
  ];
}

export function winRateSentence({winRates}: Against): string {
  const known = winRates.filter(({people, corrected, more}) => more > 0 && people.lo !== null && corrected.lo !== null);
  if (known.length === 0) return "The judge judged nothing that people did not: its votes cannot sharpen people's win rates.";
  const gains = known
    .map(({people, corrected}) => 1 - (corrected.hi! - corrected.lo!) / (people.hi! - people.lo!))
    .sort((x, y) => x - y);
  const median = gains[gains.length >> 1]!;
  const off = known.filter(({judge, people}) => judge !== null && (judge < people.lo! || judge > people.hi!)).length;
  return `With what the judge said of other answers, people's win rates have intervals ${Math.abs(100 * median).toFixed(0)} % ${median >= 0 ? "narrower" : "wider"} (median of ${known.length} models). Taken at its word, the judge would put ${off} of ${known.length} models outside people's own interval.`;
}
