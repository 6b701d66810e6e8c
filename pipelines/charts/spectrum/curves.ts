// Charts of spectra as curves, and of one parameter's effect on them as a heat map.
import * as Plot from "npm:@observablehq/plot";
import {bandFrequencies, bandLevels} from "../../studies/spectrum/features.js";
import {figure} from "../shared/figure.js";
import {formatCount} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import {byValue, pointLabel, type SpectrumPoint, varyingParams} from "./data.js";

const MAX_CURVES = 5;
const FREQUENCY = "frequency, cycles per token: left slow (paragraphs, lists), right fast (word to word) →";
const decibel = new Intl.NumberFormat("en-US", {maximumFractionDigits: 1});

/** Ends of a curve's bands: mean ± one standard deviation. */
function bandsOf({mean, sd}: Pick<SpectrumPoint, "mean" | "sd">) {
  const upper = bandLevels(mean.map((value, k) => value + sd[k]!));
  const lower = bandLevels(mean.map((value, k) => Math.max(0.02 * value, value - sd[k]!)));
  return {level: bandLevels(mean), upper, lower};
}

/**
 * Mean ± standard deviation over tests for a few points, with two null spectra: the same ids shuffled, and the same text with permuted ids.
 */
export function spectrumPlot(
  points: readonly SpectrumPoint[],
  {width, kind}: {width: number; kind: "centred" | "raw"}
): HTMLElement {
  const shown = points.slice(0, MAX_CURVES);
  const varying = varyingParams(shown);
  const frequencies = bandFrequencies();
  const rows = shown.flatMap(point => {
    const {level, upper, lower} = bandsOf(kind === "raw" ? {mean: point.raw, sd: point.raw_sd} : point);
    const name = pointLabel(point.params, varying);
    return Array.from(level, (value, band) => ({
      name,
      frequency: frequencies[band]!,
      level: value,
      upper: upper[band]!,
      lower: lower[band]!,
      n: point.n
    }));
  });
  const first = shown[0];
  const nulls = first
    ? (["shuffled", "permuted"] as const).flatMap(name =>
        Array.from(bandLevels(first[name]), (level, band) => ({name, frequency: frequencies[band]!, level}))
      )
    : [];
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 50,
    marginBottom: 44,
    grid: true,
    x: {domain: [0, 0.5], label: width < 560 ? "cycles per token: slow → fast" : FREQUENCY},
    y: {label: "↑ |X|/N, decibels", nice: true},
    color: {legend: true, domain: [...new Set(rows.map(({name}) => name))]},
    marks: [
      Plot.areaY(rows, {x: "frequency", y1: "lower", y2: "upper", fill: "name", fillOpacity: 0.12}),
      Plot.line(nulls, {x: "frequency", y: "level", z: "name", stroke: "var(--theme-foreground-muted)", strokeDasharray: "4,3"}),
      Plot.text(
        nulls.filter(({frequency}) => frequency > 0.49),
        {x: "frequency", y: "level", text: "name", textAnchor: "end", dy: -6, fill: "var(--theme-foreground-muted)"}
      ),
      Plot.line(rows, {x: "frequency", y: "level", stroke: "name", strokeWidth: 1.8}),
      Plot.tip(
        rows,
        Plot.pointer({
          x: "frequency",
          y: "level",
          title: row =>
            `${row.name}\n${row.frequency.toFixed(3)} cycles per token\n${decibel.format(row.level)} dB [± sd ${decibel.format(row.lower)}, ${decibel.format(row.upper)}]\nn = ${formatCount(row.n)} tests`
        })
      )
    ]
  });
  const left = points.length > shown.length ? ` The first ${shown.length} of ${points.length} points.` : "";
  return figure(plot, {
    title: "Spectra",
    caption: `Lines are means over tests, shades ± one standard deviation, ${kind === "raw" ? "the mean of the ids left in" : "the mean of the ids removed"}, in 32 bands. Dashed: the same ids in random order, and the same text under a permuted vocabulary (of the first point).${left}`,
    id: "spectra"
  });
}

/** Spectrum minus that of the shuffled ids in decibels, by band and value of one parameter, averaged over the other parameters. */
export function sweepPlot(points: readonly SpectrumPoint[], {param, width}: {param: string; width: number}): HTMLElement {
  const values = [...new Set(points.map(({params}) => params[param]))].sort(byValue);
  const frequencies = bandFrequencies();
  const rows = values.flatMap(value => {
    const own = points.filter(({params}) => params[param] === value);
    const levels = own.map(({levels, shuffled}) => {
      const flat = bandLevels(shuffled);
      return levels.map((level, band) => level - flat[band]!);
    });
    return Array.from(frequencies, (frequency, band) => ({
      value: String(value),
      frequency,
      gain: levels.reduce((sum, each) => sum + each[band]!, 0) / levels.length,
      n: own.reduce((sum, {n}) => sum + n, 0)
    }));
  });
  const step = 0.25 / frequencies.length;
  const most = Math.max(3, ...rows.map(({gain}) => Math.abs(gain)));
  const plot = drawPlot({
    width: Math.max(width, 240), // a page that is being laid out has width 0, and cells need a positive width
    height: 70 + 26 * values.length,
    marginLeft: 20 + 7 * Math.min(22, Math.max(...values.map(value => String(value).length))),
    marginBottom: 44,
    x: {domain: [0, 0.5], label: width < 560 ? "cycles per token: slow → fast" : FREQUENCY},
    y: {
      domain: values.map(String),
      label: param,
      tickFormat: (value: string) => (value.length > 22 ? `${value.slice(0, 21)}…` : value)
    },
    color: {
      type: "quantize",
      n: 9,
      scheme: "BuRd",
      domain: [-most, most],
      legend: true,
      label: "decibels above the shuffled ids",
      tickFormat: (value: number) => decibel.format(value)
    },
    marks: [
      Plot.rect(rows, {
        x1: row => row.frequency - step,
        x2: row => row.frequency + step,
        y: "value",
        fill: "gain",
        inset: 0,
        title: row =>
          `${param} ${row.value}\n${row.frequency.toFixed(3)} cycles per token\n${decibel.format(row.gain)} dB above the shuffled ids\nn = ${formatCount(row.n)} tests`
      })
    ]
  });
  return figure(plot, {
    title: `Modulation by ${param}`,
    caption: `Red: more energy than the same ids in random order would have, blue: less. Each row is the mean over the points with that ${param}.`,
    id: "sweep"
  });
}

/** One sentence: the value of the parameter at which the text is most ordered, and the band with most energy. */
export function sweepSentence(points: readonly SpectrumPoint[], param: string): string {
  const values = [...new Set(points.map(({params}) => params[param]))].sort(byValue);
  if (values.length < 2) return "";
  const mean = (value: unknown, of: (point: SpectrumPoint) => number) => {
    const own = points.filter(({params}) => params[param] === value);
    return own.reduce((sum, point) => sum + of(point), 0) / own.length;
  };
  const band = (value: unknown) => mean(value, ({features}) => features.bandwidth90!);
  const [low, high] = [values[0], values.at(-1)];
  const n = points.reduce((sum, point) => sum + point.n, 0);
  return `From ${param} ${String(low)} to ${String(high)}, 90 % of the energy lies below ${band(low).toFixed(3)} and ${band(high).toFixed(3)} cycles per token, and prompts take ${formatCount(mean(low, ({tokens}) => tokens))} and ${formatCount(mean(high, ({tokens}) => tokens))} tokens on average (n = ${formatCount(n)} tests in all).`;
}
