// Cards of the overview as elements, and where its old address of the leaderboard leads.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Card, Mark} from "../pipelines/charts/overview/cards.js";
import {type ChangeRow, changeRows, changesSentence} from "../pipelines/charts/overview/changes.js";
import {address} from "../pipelines/charts/shared/modelLink.js";
import {drawPlot, tip} from "../pipelines/charts/shared/plot.js";
import {simulatedBadge} from "../pipelines/charts/shared/simulated.js";
import {fullName} from "../pipelines/store/evaluationName.js";
import {SITE_CHANGES, type SiteChanges} from "../pipelines/store/siteChanges.js";
import {type Column, textColumn} from "./shared/charts.js";
import {tableBox} from "./shared/page.js";
import {source} from "./shared/source.js";

/** State of the overview's own inputs in an address; any other is the leaderboard's, which was at this address before. */
const OVERVIEW_KEYS = new Set(["dataset", "suite", "open"]);

/** The address of the leaderboard for a link to it under its old address; null for a link to the overview. @param hash state, with or without `#` */
export function leaderboardAddress(hash: string, search = ""): string | null {
  const state = new URLSearchParams(hash.replace(/^#/u, ""));
  return [...state.keys()].some(key => !OVERVIEW_KEYS.has(key)) ? `${address("leaderboard")}${search}#${state}` : null;
}

const HEIGHT = 64;
const NAMED = "var(--theme-blue)";

/** All marks of a card on one line; the card's own with its interval. */
function chart({marks, unit, question}: Card, width: number): Element {
  const named = marks.filter(({isNamed}) => isNamed);
  const ends = named.flatMap(({low, high}) => [low ?? 0, high ?? 0]);
  const values = [...marks.map(({value}) => value), ...ends];
  return drawPlot({
    ariaLabel: question,
    width,
    height: HEIGHT,
    marginLeft: 12,
    marginRight: 12,
    marginTop: 8,
    marginBottom: 34,
    x: {
      domain: [Math.min(0, ...values), Math.max(...values)],
      nice: true,
      ticks: 4,
      label: unit,
      labelAnchor: "left",
      labelArrow: "none"
    },
    y: {axis: null, domain: [0, 1]},
    marks: [
      Plot.dot(
        marks.filter(({isNamed}) => !isNamed),
        {x: "value", y: 0.5, r: 3, stroke: "var(--theme-foreground-muted)", strokeOpacity: 0.7}
      ),
      Plot.ruleY(
        named.filter(({low}) => low !== null),
        {y: 0.5, x1: "low", x2: "high", stroke: NAMED, strokeWidth: 2}
      ),
      Plot.dot(named, {x: "value", y: 0.5, r: 4, fill: NAMED}),
      tip(marks, {x: "value", y: () => 0.5, title: ({label, value}: Mark) => `${label}: ${value.toFixed(1)}`}, "x")
    ]
  });
}

/** The cards, each a link to the page that answers its question at length. @param width of the page, pixels */
export function cardGrid(cards: readonly Card[], {width, search = ""}: {width: number; search?: string}): HTMLElement {
  const columns = Math.max(1, Math.min(3, Math.floor(width / 300)));
  const inner = Math.floor(width / columns) - 48;
  return html`<div class="rb-cards" id="cards">${cards.map(
    card => html`<section class="rb-card">
      <h2><a href=${`${address(card.page)}${search}`}>${card.question}</a> ${card.simulated ? simulatedBadge() : ""}</h2>
      <p class="rb-estimate">${card.estimate}</p>
      <p class="rb-muted">${card.text}</p>
      ${card.marks.length > 0 ? chart(card, inner) : ""}
    </section>`
  )}</div>`;
}

/** Columns of the cards as a table. */
export const cardColumns: Column<Card>[] = [
  textColumn("question", "Question", ({question}) => question),
  textColumn("estimate", "Answer", ({estimate}) => estimate),
  textColumn("text", "Of", ({text}) => text)
];

const changeColumns: Column<ChangeRow>[] = [
  textColumn("model", "Model", ({score}) => fullName(score)),
  textColumn("suite", "Suite", ({score}) => score.suite),
  textColumn("before", "Before", ({previous}) => previous ?? "–"),
  textColumn("now", "Now", ({current}) => current ?? "–")
];

/** Changes since the previous build; nothing for a first build, and in an open workbook. */
export function changesSinceBuild(): HTMLElement | DocumentFragment {
  const text = document.getElementById(SITE_CHANGES)?.textContent;
  if (!text) return html.fragment``;
  const changes = JSON.parse(text) as SiteChanges;
  const rows = changeRows(changes, source);
  const sentence = changesSentence(rows, changes.since);
  if (rows.length === 0) return html`<p id="changes" class="rb-muted">${sentence}</p>`;
  return html`<details id="changes"><summary>${sentence}</summary>${tableBox("change-table", rows, changeColumns, {key: null})}</details>`;
}
