// Waves of people's votes and labels on page History: how far models' scores go with them, wave by wave.
import * as Plot from "npm:@observablehq/plot";
import type {Wave} from "../pipelines/studies/preferences/waves/waves.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  formatCount,
  formatEstimate,
  formatInstant,
  numberColumn,
  plotFigure,
  plural,
  type Sql,
  textColumn,
  tip
} from "./shared/charts.js";

export const wavesIn = async (sql: Sql): Promise<Wave[]> =>
  plainRows<Wave>(await sql`select * from waves order by study, begin nulls last, wave`);

const correlationText = ({correlation: value, low, high}: Wave): string =>
  value === null ? "–" : formatEstimate({value, low, high}, {digits: 2});

/** The last wave next to the first, or what would fill the section. */
export function wavesSentence(waves: readonly Wave[]): string {
  const filling =
    "Put files of votes into data/human/votes, a folder for each study: page Annotate and npm run human -- plan make them, and their field wave, their date or their file separates waves. Labels of answers that human correct --save has added are waves by month.";
  if (waves.length === 0) return `No wave of votes or labels is recorded. ${filling}`;
  const studies = [...new Set(waves.map(({study}) => study))];
  const longest = studies
    .map(study => waves.filter(wave => wave.study === study && wave.correlation !== null))
    .sort((a, b) => b.length - a.length)[0]!;
  const recorded = `${plural(waves.length, "wave")} of ${plural(studies.length, "study", "studies")}`;
  if (longest.length < 2)
    return `${recorded} ${waves.length === 1 ? "is" : "are"} recorded, and no study has two with a correlation, which needs scores of four models: nothing can be compared over time yet. ${filling}`;
  const [first, last] = [longest[0]!, longest.at(-1)!];
  const estimate = (wave: Wave) => `${correlationText(wave)} in wave ${wave.wave} (n = ${formatCount(wave.n)} models)`;
  const apart = first.low !== null && last.low !== null && (first.high! < last.low || last.high! < first.low);
  const reading = apart ? "The two intervals do not overlap." : "The two intervals overlap: a change is not shown.";
  return `${recorded} are recorded. In ${first.study}, Spearman's ρ of scores with people's ${first.kind} is ${estimate(first)} and ${estimate(last)}. ${reading}`;
}

export const waveColumns: readonly Column<Wave>[] = [
  textColumn("study", "Study", ({study}) => study),
  textColumn("wave", "Wave", ({wave}) => wave),
  textColumn("begin", "Begin", ({begin}) => (begin === null ? "–" : formatInstant(begin)), {by: ({begin}) => begin}),
  textColumn("end", "End", ({end}) => (end === null ? "–" : formatInstant(end)), {by: ({end}) => end}),
  countColumn("votes", "Votes", "votes or labels"),
  countColumn("annotators", "Annotators"),
  countColumn("models", "Models"),
  countColumn("n", "n", "models that have a score"),
  numberColumn(
    "correlation",
    "Spearman's ρ",
    ({correlation}) => correlation,
    correlationText,
    "share of wins, of labels share of right answers, with excess accuracy; interval of Bonett and Wright over models"
  )
];

/** The correlation by wave, with intervals; a line joins the waves of a study. */
export function wavesChart(waves: readonly Wave[], {width}: {width: number}): HTMLElement {
  const correlated = waves.filter(({correlation}) => correlation !== null);
  const isDated = correlated.every(({begin}) => begin !== null);
  const x = ({begin, wave}: Wave) => (isDated ? new Date(begin!) : wave);
  const studies = [...new Set(correlated.map(({study}) => study))];
  return plotFigure({
    title: "Scores and people's votes",
    simulated: correlated.some(({simulated}) => simulated),
    id: "waves-chart",
    caption:
      "Spearman's ρ of models' excess accuracy with their shares of wins (of labels: of right answers), wave by wave. Bars are 95 % intervals over models, each wave by itself; the models of two waves may differ.",
    width,
    height: 280,
    marginLeft: 56,
    marginBottom: 40,
    x: isDated
      ? {type: "utc", label: "begin of the wave →", inset: 16}
      : {type: "point", label: "wave →", domain: [...new Set(correlated.map(({wave}) => wave))]},
    y: {label: "↑ Spearman's ρ", grid: true, domain: [-1, 1]},
    color: {domain: studies, legend: studies.length > 1},
    marks: [
      Plot.ruleY([0]),
      Plot.line(correlated, {x, y: "correlation", stroke: "study", strokeOpacity: 0.6}),
      Plot.ruleX(
        correlated.filter(({low}) => low !== null),
        {x, y1: "low", y2: "high", stroke: "study"}
      ),
      Plot.dot(correlated, {x, y: "correlation", r: 4, stroke: "study", fill: "study"}),
      tip(correlated, {
        x,
        y: "correlation",
        title: (wave: Wave) =>
          `${wave.study}, wave ${wave.wave}\n${correlationText(wave)} n = ${formatCount(wave.n)} models\n${plural(wave.votes, wave.kind === "votes" ? "vote" : "label")} of ${plural(wave.annotators, "annotator")}`
      })
    ]
  });
}
