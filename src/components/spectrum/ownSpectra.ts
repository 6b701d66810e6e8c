// Draws the spectra of a reader's own text, one row per tokenizer, between what random order and a permuted vocabulary give.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {bandFrequencies} from "../../pipelines/studies/spectrum/features.js";
import {drawPlot, figure, formatCount, tip} from "../shared/charts.js";
import type {Read} from "./ownText.js";
import type {ReadText} from "./textTasks.js";
import {tokenView} from "./tokens.js";

const ROW_HEIGHT = 170;
const decibel = new Intl.NumberFormat("en-US", {maximumFractionDigits: 1});

/** What has been read so far, or why nothing has. */
export function ownSpectraView({kind, found, error}: Read, {width}: {width: number}): HTMLElement {
  const status = {
    nothing: "Nothing is loaded before a text is entered.",
    reading: "Reading …",
    done: found.map(sentence).join(" "),
    refused: error ?? ""
  }[kind];
  const drawn = found.filter(({spectrum}) => spectrum !== null);
  return html`<div id="own-spectra" data-kind=${kind}>
    <p id="own-reading" role="status" class=${kind === "refused" ? "rb-error" : ""}>${status}</p>
    ${drawn.length > 0 ? plot(drawn, width) : ""}
    ${
      found.length > 0
        ? tokenView(
            found.map(({tokenizer, count, tokens}) => ({tokenizer, item_id: "", count, tokens})),
            "own-tokens"
          )
        : ""
    }
  </div>`;
}

/** Tokens and bandwidth, each beside what chance gives. */
function sentence({tokenizer, count, spectrum}: ReadText): string {
  const tokens = `${tokenizer}: ${formatCount(count)} token${count === 1 ? "" : "s"}`;
  if (!spectrum) return `${tokens}, all alike: without their mean they have no spectrum.`;
  const {bandwidth90, shuffled_bandwidth90: range} = spectrum;
  const verdict =
    bandwidth90 < range.low ? "slower than chance" : bandwidth90 > range.high ? "faster than chance" : "as expected by chance";
  return `${tokens}; 90 % of the energy lies below ${bandwidth90.toFixed(3)} cycles per token, of the same ids in random order below [${range.low.toFixed(3)}, ${range.high.toFixed(3)}]: ${verdict}.`;
}

function plot(found: readonly ReadText[], width: number): HTMLElement {
  const frequencies = bandFrequencies();
  const rows = found.flatMap(({tokenizer, count, spectrum}) =>
    Array.from(frequencies, (frequency, band) => ({
      tokenizer,
      count,
      frequency,
      level: spectrum!.levels[band]!,
      low: spectrum!.low[band]!,
      high: spectrum!.high[band]!,
      permuted: spectrum!.permuted[band]!
    }))
  );
  type Row = (typeof rows)[number];
  const drawing = drawPlot({
    width,
    height: 60 + ROW_HEIGHT * found.length,
    marginLeft: 50,
    marginRight: 60,
    marginBottom: 44,
    grid: true,
    x: {domain: [0, 0.5], label: "cycles per token: slow → fast"},
    y: {label: "↑ |X|/N, decibels", nice: true},
    fy: {domain: found.map(({tokenizer}) => tokenizer), label: null},
    marks: [
      Plot.areaY(rows, {fy: "tokenizer", x: "frequency", y1: "low", y2: "high", fill: "currentColor", fillOpacity: 0.12}),
      Plot.line(rows, {
        fy: "tokenizer",
        x: "frequency",
        y: "permuted",
        stroke: "var(--theme-foreground-muted)",
        strokeDasharray: "4,3"
      }),
      Plot.line(rows, {fy: "tokenizer", x: "frequency", y: "level", stroke: "var(--theme-foreground-focus)", strokeWidth: 1.8}),
      tip(rows, {
        fy: "tokenizer",
        x: "frequency",
        y: "level",
        title: (row: Row) =>
          `${row.tokenizer}\n${row.frequency.toFixed(3)} cycles per token\n${decibel.format(row.level)} dB, in random order [${decibel.format(row.low)}, ${decibel.format(row.high)}]\nn = 1 text of ${formatCount(row.count)} tokens`
      })
    ]
  });
  return figure(drawing, {
    title: "Spectra of this text",
    caption:
      "Line: this one text, the mean of the ids removed, in 32 bands. Shade: 95 % range of the same ids in random order, band by band. Dashed: the same text under a permuted vocabulary.",
    id: "own-plot"
  });
}
