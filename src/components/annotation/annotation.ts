// Rounds of annotation and the form that collects votes.
import {html} from "npm:htl";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import {
  type Action,
  type Annotation,
  type AnnotationRound,
  drawn,
  isComplete,
  jsonLines,
  newSession,
  next,
  type Preference,
  type ResponsePair,
  restored,
  resumed,
  type Session,
  type Shown,
  SLOTS
} from "../../pipelines/studies/preferences/annotation/annotation.js";

import {RATINGS, voteWarningLine} from "../../pipelines/studies/preferences/votes/read.js";
import {overText} from "../preferences/agreement.js";
import {type Column, formatCount, formatEstimate, type Input, simulatedBadge} from "../shared/charts.js";
import {saveText} from "../shared/download.js";
import {untrusted} from "../shared/text.js";
import type {RoundsTogether} from "./roundsOfVotes.js";

// Tables of annotation rounds, and saving their votes.

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

// Shows two responses side by side without names, and records an annotator's votes. All actions have keys; every step is saved in the
// browser.

const STORED = "reasonbook annotation";
const PREFERENCES: readonly {preference: Preference; label: string; key: string}[] = [
  {preference: "left", label: "Left is better", key: "a"},
  {preference: "tie", label: "Tie", key: "t"},
  {preference: "right", label: "Right is better", key: "b"}
];
const KEYS: Record<string, Preference> = {
  a: "left",
  b: "right",
  t: "tie",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowDown: "tie"
};

interface Options {
  judge: string;
  wave: string;
  /** Storage for the session; tests pass their own. */
  storage?: Pick<Storage, "getItem" | "setItem">;
  now?: () => string;
  seed?: () => string;
}

/** The annotator for one judge and round. Its value is the votes so far; it fires `input` when they change. */
export function annotator(pairs: readonly ResponsePair[], options: Options): Input<readonly Annotation[]> {
  const {judge, wave, storage = localStorage, now = () => new Date().toISOString(), seed = newSeed} = options;
  const place = `${STORED} ${JSON.stringify([judge, wave])}`;
  let session: Session = restored(storage.getItem(place)) ?? newSession({judge, wave, seed: seed()});
  const order = resumed(drawn(pairs, session), session.done);
  const body = html`<div>`;
  const root = html`<section class="rb-annotator" tabindex="-1" aria-label="comparison of two responses">${body}</section>`;

  const keep = () => {
    try {
      storage.setItem(place, JSON.stringify(session));
    } catch {
      body.append(html`<p class="rb-error">This browser cannot store the votes: download them before you leave.`);
    }
  };
  const act = (action: Action) => {
    const before = session;
    session = next(session, action, order);
    // The last rating needs no confirmation key.
    if (action.type === "rate" && session !== before && isComplete(session.draft))
      session = next(session, {type: "save", at: now()}, order);
    if (session === before) return;
    draw();
    keep();
    if (session.done !== before.done) root.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const draw = () => {
    session = next(session, {type: "show", at: now()}, order);
    body.replaceChildren(view(session, order, act, now));
  };
  const onKey = (event: KeyboardEvent) => {
    if (!root.isConnected) return removeEventListener("keydown", onKey);
    const action = actionOf(event, now);
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  addEventListener("keydown", onKey);
  draw();
  keep();
  return Object.defineProperty(root, "value", {get: () => session.done}) as Input<readonly Annotation[]>;
}

/** The action of a key; keys meant for a field, a button or the browser have none. */
function actionOf({key, target, ctrlKey, metaKey, altKey}: KeyboardEvent, now: () => string): Action | null {
  const tag = (target as HTMLElement | null)?.tagName ?? "";
  if (ctrlKey || metaKey || altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(tag)) return null;
  if (/^[1-5]$/.test(key)) return {type: "rate", value: Number(key)};
  if (key === "0" || key === "s") return {type: "rate", value: null};
  if (key === "u" || key === "Backspace") return {type: "undo"};
  if (key === "Enter" && tag !== "BUTTON") return {type: "save", at: now()};
  const preference = KEYS[key];
  return preference === undefined ? null : {type: "prefer", preference};
}

function view(session: Session, order: readonly Shown[], act: (action: Action) => void, now: () => string): Node {
  const {done, draft} = session;
  const shown = order[done.length];
  const progress = html`<p class="rb-progress" role="status" aria-live="polite">
    <progress value=${done.length} max=${Math.max(1, order.length)}></progress> ${formatCount(done.length)} of ${formatCount(order.length)} pairs judged</p>`;
  const undo = html`<button type="button" class="rb-button" id="undo" disabled=${done.length === 0 && draft.preference === null ? "" : null} onclick=${() => act({type: "undo"})}>Undo <kbd>u</kbd></button>`;
  if (!shown)
    return html`<div>${progress}<p>${order.length === 0 ? "The store has no two responses to one test to compare." : "All pairs are judged. Download the votes below."}</p>${order.length > 0 ? undo : ""}</div>`;
  const {pair, straight} = shown;
  const sides = straight ? [pair.response_a, pair.response_b] : [pair.response_b, pair.response_a];
  const response = (title: string, text: string, id: string) =>
    html`<div id=${id}><h3>${title}</h3><div class="rb-text rb-response" tabindex="0" role="group" aria-label=${title}>${untrusted(text)}</div></div>`;
  return html`<div>
    ${progress}
    <h3>Question ${pair.simulated ? simulatedBadge() : ""}</h3>
    <div class="rb-text rb-response" id="question" tabindex="0" role="group" aria-label="question">${untrusted(pair.prompt)}</div>
    <div class="rb-sides">${response("Left", sides[0]!, "left")}${response("Right", sides[1]!, "right")}</div>
    <div class="rb-bar" role="group" aria-label="preference">${PREFERENCES.map(
      ({
        preference,
        label,
        key
      }) => html`<button type="button" class="rb-button" aria-pressed=${String(draft.preference === preference)}
        onclick=${() => act({type: "prefer", preference})}>${label} <kbd>${key}</kbd></button>`
    )}</div>
    ${ratings(session, act)}
    <div class="rb-bar"><button type="button" class="rb-button rb-primary" id="save" disabled=${draft.preference === null ? "" : null}
      onclick=${() => act({type: "save", at: now()})}>Save and go on <kbd>Enter</kbd></button> ${undo}</div>
  </div>`;
}

/** Ratings of 1 to 5 for each side; the slot that the next digit fills is marked. */
function ratings({draft}: Session, act: (action: Action) => void): Node {
  const open = draft.preference === null ? -1 : draft.ratings.length;
  const cell = (slot: number) =>
    html`<td aria-label=${`${SLOTS[slot]!.rating} of ${SLOTS[slot]!.side}`} data-slot=${slot} data-next=${slot === open ? "" : null}>${[
      1, 2, 3, 4, 5
    ].map(
      value => html`<button type="button" class="rb-rating" aria-pressed=${String(draft.ratings[slot] === value)}
        aria-label=${`${SLOTS[slot]!.rating} of ${SLOTS[slot]!.side}: ${value}`} onclick=${() => act({type: "rate slot", slot, value})}>${value}</button>`
    )}</td>`;
  const rows = SLOTS.flatMap(({rating, side}, slot) =>
    side === "left" ? [html`<tr><th scope="row">${rating}</th>${cell(slot)}${cell(slot + 1)}</tr>`] : []
  );
  return html`<table class="rb-ratings"><thead><tr><th></th><th scope="col">Left</th><th scope="col">Right</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function newSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, "0")).join("");
}

/** The evaluations of the pairs, without duplicates. */
export const evaluationsOf = (pairs: readonly ResponsePair[]): {simulated: boolean}[] => [
  ...new Map(pairs.flatMap(({model_a, model_b, simulated}) => [model_a, model_b].map(name => [name, {simulated}]))).values()
];
