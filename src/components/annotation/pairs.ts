// Pairs of responses: the form that collects votes, and the table of rounds.
import {html} from "npm:htl";
import type {Agreed} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import {
  type Action,
  type Annotation,
  type AnnotationRound,
  type Draft,
  drawn,
  isComplete,
  isDraft,
  newSession,
  next,
  type Preference,
  type ResponsePair,
  resumed,
  type Session,
  type Shown,
  SLOTS
} from "../../pipelines/studies/preferences/annotation/annotation.js";

import {restored} from "../../pipelines/studies/preferences/annotation/session.js";
import {RATINGS, voteWarningLine} from "../../pipelines/studies/preferences/votes/read.js";
import {overText} from "../preferences/agreement.js";
import {type Column, formatCount, formatEstimate, type Input, simulatedBadge} from "../shared/charts.js";
import {tableBox} from "../shared/page.js";
import {untrusted} from "../shared/text.js";
import {
  choiceBar,
  type FormOptions,
  isoNow,
  newSeed,
  progressLine,
  sessionForm,
  stepBar,
  storedEntries,
  tagOf,
  textBox,
  undoButton
} from "./form.js";
import type {RoundsTogether} from "./roundsOfVotes.js";

// Tables of annotation rounds, and saving their votes.

const kappa = ({value, lo, hi, n, over, why}: Agreed): string =>
  value === null
    ? `– (${why ?? "none"})`
    : `${formatEstimate({value, low: lo, high: hi}, {digits: 2})} ${overText({lo, over})}n = ${formatCount(n)}`;

const roundColumns: readonly Column<AnnotationRound>[] = [
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
        const rated = alphas.find(each => each.aspect === aspect);
        return rated ? kappa(rated.alpha) : "– (no ratings)";
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

/** The table of rounds, below the warnings of their votes. @param name of the file that the votes are from */
export function roundsPart({rounds, warnings, notes, error}: RoundsTogether, name: string): DocumentFragment {
  const lines = [...(error ? [error] : []), ...warnings.map(warning => voteWarningLine(warning, name)), ...notes];
  return html.fragment`${lines.length === 0 ? "" : html`<ul class="rb-error" id="warnings">${lines.map(line => html`<li>${line}`)}</ul>`}
    ${rounds.length === 0 ? html`<p class="rb-muted" id="waves">No votes yet.` : tableBox("waves", rounds, roundColumns, {key: null, tall: false})}`;
}

// Shows two responses side by side without names, and records an annotator's votes. All actions have keys.

const STORED = "reasonbook annotation";
const PREFERENCES: readonly {value: Preference; label: string; key: string}[] = [
  {value: "left", label: "Left is better", key: "a"},
  {value: "tie", label: "Tie", key: "t"},
  {value: "right", label: "Right is better", key: "b"}
];
const KEYS: Record<string, Preference> = {
  a: "left",
  b: "right",
  t: "tie",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowDown: "tie"
};

/** All votes stored in this browser, of all judges and rounds. */
export const storedAnnotations = (): Annotation[] => storedEntries(STORED);

/** The annotator for one judge and round. Its value is the votes so far; it fires `input` when they change. */
export function annotator(
  pairs: readonly ResponsePair[],
  {judge, wave, storage = localStorage, now = isoNow, seed = newSeed}: FormOptions & {judge: string; wave: string}
): Input<readonly Annotation[]> {
  const place = `${STORED} ${JSON.stringify([judge, wave])}`;
  const session = restored<Annotation, Draft>(storage.getItem(place), isDraft) ?? newSession({judge, wave, seed: seed()});
  const order = resumed(drawn(pairs, session), session.done);
  return sessionForm<Annotation, Session, Action>({
    label: "comparison of two responses",
    ...{place, storage, session},
    next(before, action) {
      const result = next(before, action, order);
      // The last rating needs no confirmation key.
      const isLast = action.type === "rate" && result !== before && isComplete(result.draft);
      return isLast ? next(result, save(now), order) : result;
    },
    show: each => next(each, {type: "show", at: now()}, order),
    view: (each, act) => view(each, order, act, now),
    actionOf: event => actionOf(event, now)
  });
}

const save = (now: () => string): Action => ({type: "save", at: now()});

/** The action of a key. */
function actionOf({key, target}: KeyboardEvent, now: () => string): Action | null {
  if (/^[1-5]$/.test(key)) return {type: "rate", value: Number(key)};
  if (key === "0" || key === "s") return {type: "rate", value: null};
  if (key === "u" || key === "Backspace") return {type: "undo"};
  if (key === "Enter" && tagOf(target) !== "BUTTON") return save(now);
  const preference = KEYS[key];
  return preference === undefined ? null : {type: "prefer", preference};
}

function view(session: Session, order: readonly Shown[], act: (action: Action) => void, now: () => string): Node {
  const {done, draft} = session;
  const current = order[done.length];
  const progress = progressLine(done.length, order.length, "pairs judged");
  const undo = {canUndo: done.length > 0 || draft.preference !== null, undo: () => act({type: "undo"})};
  if (!current)
    return html`<div>${progress}<p>${order.length === 0 ? "The store has no two responses to one test to compare." : "All pairs are judged. Download the votes below."}</p>${order.length > 0 ? undoButton(undo) : ""}</div>`;
  const {pair, straight} = current;
  const sides = straight ? [pair.response_a, pair.response_b] : [pair.response_b, pair.response_a];
  return html`<div>
    ${progress}
    ${textBox(html`<span>Question ${pair.simulated ? simulatedBadge() : ""}</span>`, untrusted(pair.prompt), "question")}
    <div class="rb-sides">${textBox("Left", untrusted(sides[0]), "left")}${textBox("Right", untrusted(sides[1]), "right")}</div>
    ${choiceBar("preference", PREFERENCES, {chosen: draft.preference, choose: preference => act({type: "prefer", preference})})}
    ${ratings(session, act)}
    ${stepBar({canSave: draft.preference !== null, save: () => act(save(now)), ...undo})}
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

/** The evaluations of the pairs, without duplicates. */
export const evaluationsOf = (pairs: readonly ResponsePair[]): {simulated: boolean}[] => [
  ...new Map(pairs.flatMap(({model_a, model_b, simulated}) => [model_a, model_b].map(name => [name, {simulated}]))).values()
];
