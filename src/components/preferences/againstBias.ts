// Biases of a judge compared with people: position, length, self-preference; and the value of its votes in addition to people's.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatDifference, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {warningsOf} from "../../pipelines/studies/preferences/benchmarks/against.js";
import {STANDARD} from "../../pipelines/studies/preferences/benchmarks/correlation.js";
import type {WinRate} from "../../pipelines/studies/preferences/judging/predictionPowered.js";
import type {OwnKindPreference} from "../../pipelines/studies/preferences/judging/selfPreference.js";
import type {Against} from "./against.js";
import {rateText, shareText} from "./coefficient.js";

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
  const plot = drawPlot({
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
  return figure(plot, {
    title: "Whom the judge favours",
    id: "favours",
    simulated,
    caption:
      "Share of the vote on the same answers, ties as half; 95 % intervals over prompts, one model at a time. A judge that errs less than a person gives strong models more and weak ones less: only what does not follow strength is a liking."
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
  const rate = (key: "people" | "corrected", label: string, description: string): Column<WinRate> => ({
    key,
    label,
    description,
    numeric: true,
    by: row => row[key].value,
    show: row => shareText(row[key])
  });
  return [
    {key: "model", label: "Model", by: row => row.model, show: row => row.model},
    {
      key: "n",
      label: "n",
      description: "units with people's votes and the judge's",
      numeric: true,
      by: row => row.n,
      show: row => formatCount(row.n)
    },
    rate("people", "People's votes alone", "share of the vote, ties as half, with its 95 % interval over prompts"),
    {
      key: "more",
      label: "N more",
      description: "units that the judge alone judged",
      numeric: true,
      by: row => row.more,
      show: row => formatCount(row.more)
    },
    {
      key: "judge",
      label: "Judge at its word",
      description: "the judge's share over all its units: no interval, as nothing in it knows how far the judge is off",
      numeric: true,
      by: row => row.judge,
      show: row => (row.judge === null ? "–" : `${(100 * row.judge).toFixed(1)} %`)
    },
    rate("corrected", "Prediction-powered", "the judge's share, moved by what it is off where people voted too (PPI++)"),
    {
      key: "lambda",
      label: "λ",
      description: "weight that the judge's votes are given: 0 none, 1 full",
      numeric: true,
      by: row => row.lambda,
      show: row => row.lambda.toFixed(2)
    }
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
