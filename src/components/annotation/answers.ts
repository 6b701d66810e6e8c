// Single answers: the form that collects labels, blind, and how far annotators agree.
import {html} from "npm:htl";
import {restored} from "../../pipelines/studies/preferences/annotation/session.js";
import {type AnswerLabel, labelAgreement} from "../../pipelines/studies/preferences/labels/agreement.js";
import type {Draw, LabelRecord} from "../../pipelines/studies/preferences/labels/label.js";
import {
  type AnswerToLabel,
  currentAnswer,
  isInDraw,
  isLabelled,
  keyOfAnswer,
  type LabelAction,
  type LabelDraft,
  type LabelSession,
  newLabelSession,
  nextLabel,
  orderOfAnswers
} from "../../pipelines/studies/preferences/labels/labelling.js";
import {coefficientText} from "../preferences/agreement.js";
import {formatCount, type Input, plural, simulatedBadge} from "../shared/charts.js";
import {readState, writeState} from "../shared/permalink.js";
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
import type {LabelsTogether} from "./labelsTogether.js";

const STORED = "reasonbook labels";
const LABELS = [
  {value: true, label: "Correct", key: "c"},
  {value: false, label: "Incorrect", key: "i"}
] as const;

/** Names of draws. */
export const DRAW_NAMES = {random: "at random", disagree: "where a judge and the rules disagree"} satisfies Record<Draw, string>;

/** All labels stored in this browser, of all annotators and draws. */
export const storedLabels = (): LabelRecord[] => storedEntries(STORED);

interface LabellerOptions extends FormOptions {
  annotator: string;
  draw: Draw;
}

/** The form for one annotator and draw. Its value is the labels so far; an answer that the address names is shown first. */
export function labeller(
  answers: readonly AnswerToLabel[],
  {annotator, draw, storage = localStorage, now = isoNow, seed = newSeed}: LabellerOptions
): Input<readonly LabelRecord[]> {
  const place = `${STORED} ${JSON.stringify([annotator, draw])}`;
  const before =
    restored<LabelRecord, LabelDraft>(storage.getItem(place), isLabelDraft) ??
    newLabelSession({judge: annotator, wave: draw, seed: seed()});
  const order = orderOfAnswers(
    answers.filter(answer => isInDraw(answer, draw)),
    before
  );
  const named = readState(location.hash).get("answer");
  const session = named === null ? before : nextLabel(before, {type: "open", answer: named}, null);
  const current = (each: LabelSession) => currentAnswer(each, {order, all: answers});
  return sessionForm<LabelRecord, LabelSession, LabelAction>({
    label: "label of a single answer",
    ...{place, storage, session},
    next(each, action) {
      const result = nextLabel(each, action, current(each));
      if (action.type === "save" && result !== each) forgetNamed();
      return result;
    },
    view: (each, act) => view(each, {order, answers, answer: current(each), named, act, now}),
    actionOf: event => actionOf(event, now)
  });
}

const isLabelDraft = ({opened, note}: Partial<LabelDraft>): boolean => opened !== undefined && typeof note === "string";

/** Takes the answer out of the address once it is labelled. */
function forgetNamed(): void {
  const hash = writeState(location.hash, "answer", "", "");
  history.replaceState(history.state, "", hash || location.pathname + location.search);
}

function actionOf(event: KeyboardEvent, now: () => string): LabelAction | null {
  const {key, target} = event;
  const label = LABELS.find(each => each.key === key);
  if (label) return {type: "label", isCorrect: label.value};
  if (key === "u" || key === "Backspace") return {type: "undo"};
  if (key === "n") {
    event.preventDefault(); // the letter is no part of the note
    document.querySelector<HTMLElement>("#note")?.focus();
    return null;
  }
  return key === "Enter" && tagOf(target) !== "BUTTON" ? {type: "save", date: now()} : null;
}

interface Shown {
  order: readonly AnswerToLabel[];
  answers: readonly AnswerToLabel[];
  answer: AnswerToLabel | null;
  /** the answer that the address named when the page was opened */
  named: string | null;
  act: (action: LabelAction, options?: {silently?: boolean}) => void;
  now: () => string;
}

function view(session: LabelSession, {order, answers, answer, named, act, now}: Shown): Node {
  const {draft, done} = session;
  const progress = progressLine(order.filter(each => isLabelled(session, each)).length, order.length, "answers labelled");
  const undo = {canUndo: done.length > 0 || draft.isCorrect !== null, undo: () => act({type: "undo"})};
  const earlier = earlierLabels(session, {answers, act});
  if (!answer)
    return html`<div>${progress}<p>${order.length === 0 ? "No answer of this store was drawn in this way." : "All answers are labelled. Download the labels below."}</p>${done.length > 0 ? undoButton(undo) : ""}${earlier}</div>`;
  const isMissing = draft.opened !== null && keyOfAnswer(answer) !== draft.opened;
  const {prompt, response, expected, rubric, simulated} = answer;
  const note =
    html`<input id="note" type="text" size="60" value=${draft.note} oninput=${(event: Event) => act({type: "note", note: (event.target as HTMLInputElement).value}, {silently: true})}
    onkeydown=${(event: KeyboardEvent) => {
      if (event.key === "Enter") act({type: "save", date: now()});
      else if (event.key === "Escape") note.blur();
    }}>` as HTMLInputElement;
  return html`<div>
    ${progress}
    ${isMissing ? html`<p class="rb-error" id="missing">The store has not drawn the answer ${draft.opened ?? named}; this is the next one.` : ""}
    ${textBox(html`<span>Question ${simulated ? simulatedBadge() : ""}</span>`, untrusted(prompt), "question")}
    ${rubric === "" ? "" : textBox("Rubric", untrusted(rubric), "rubric")}
    ${expected === "" ? "" : textBox("Expected answer", untrusted(expected), "expected")}
    ${textBox("Answer", untrusted(response === "" ? "(empty)" : response), "answer")}
    ${choiceBar("label", LABELS, {chosen: draft.isCorrect, choose: isCorrect => act({type: "label", isCorrect})})}
    <div class="rb-bar"><label for="note">Note <kbd>n</kbd></label> ${note}</div>
    ${stepBar({canSave: draft.isCorrect !== null, save: () => act({type: "save", date: now()}), ...undo})}
    ${earlier}
  </div>`;
}

/** Labels that the list of earlier ones shows, and characters of each question. */
const MAX_EARLIER = 50;
const MAX_QUESTION = 80;

/** The labels of this session, the last first, each with a button that opens its answer again. */
function earlierLabels({done}: LabelSession, {answers, act}: Pick<Shown, "answers" | "act">): Node {
  if (done.length === 0) return document.createDocumentFragment();
  const byKey = new Map(answers.map(answer => [keyOfAnswer(answer), answer]));
  const rows = done
    .slice(-MAX_EARLIER)
    .reverse()
    .map(label => {
      const answer = byKey.get(keyOfAnswer(label));
      const open = () => act({type: "open", answer: keyOfAnswer(label)});
      return html`<tr><td>${label.label}</td><td>${untrusted(answer ? answer.prompt.slice(0, MAX_QUESTION) : "(no longer drawn)")}</td><td>${untrusted(label.note ?? "")}</td>
        <td>${answer ? html`<button type="button" class="rb-button" onclick=${open}>Change</button>` : ""}</td></tr>`;
    });
  return html`<details id="earlier"><summary>Earlier labels (${formatCount(done.length)})</summary>
    <div class="rb-scroll"><table class="rb-table"><thead><tr><th>Label</th><th>Question</th><th>Note</th><th></th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

/** How far annotators agree, and what could not be read of a file. */
export function agreementPart({labels, warnings}: LabelsTogether): DocumentFragment {
  const agreement = labelAgreement(labels.map(answerLabel));
  const {annotators, labels: n, cohen, fleiss, krippendorff} = agreement;
  const text = n === 0 ? "No labels yet." : `${plural(n, "label")} of ${plural(annotators, "annotator")}.`;
  const rows = [
    ["Cohen's κ", cohen],
    ["Fleiss' κ", fleiss],
    ["Krippendorff's α", krippendorff]
  ] as const;
  return html.fragment`${warnings.length === 0 ? "" : html`<ul class="rb-error" id="warnings">${warnings.map(line => html`<li>${line}`)}</ul>`}
    <p id="labels-reading">${text}</p>
    ${n === 0 ? "" : html`<table class="rb-table" id="label-agreement"><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${coefficientText(value)}</td></tr>`)}</tbody></table>`}`;
}

const answerLabel = (label: LabelRecord): AnswerLabel => ({
  answer: keyOfAnswer(label),
  item_id: label.item_id ?? keyOfAnswer(label).split("/").slice(1, -1).join("/"),
  annotator: label.annotator ?? "",
  isCorrect: label.label === "correct",
  at: label.at ?? ""
});
