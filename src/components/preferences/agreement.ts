// Agreement of judges: tables, sentences and notes.

import {html} from "npm:htl";
import {
  type JudgePair,
  MOST_PAIRS,
  type VoteAgreement,
  voteAgreement
} from "../../pipelines/studies/preferences/agreement/agreement.js";
import {type Agreed, type AgreedOver, agreedOver, OVER_NAMES} from "../../pipelines/studies/preferences/agreement/coefficient.js";
import {cohenPooled} from "../../pipelines/studies/preferences/agreement/cohen.js";

import type {ErrorKind} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {MOST_JUDGE_PAIRS, type ShownJudge} from "../../pipelines/studies/preferences/shownParts.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";
import {
  type Column,
  countColumn,
  figure,
  formatCount,
  formatEstimate,
  formatRate,
  numberColumn,
  plural,
  simulatedBadge,
  textColumn
} from "../shared/charts.js";
import {once} from "../shared/deferred.js";
import type {Judgments} from "./data.js";

// Formats measures of agreement: shares and coefficients.

/** `65.6 % [64.6, 66.5]`, or the reason why there is none; for tables that show n in another column. */
export const shareText = ({value, lo, hi, n, why}: Agreed): string =>
  value === null
    ? `none: ${why}`
    : lo === null || hi === null
      ? `${(100 * value).toFixed(1)} % (no interval${why ? `: ${why}` : ""})`
      : formatRate({value, low: lo, high: hi, n});

/** `65.6 % [64.6, 66.5] n = 24,000`, or the reason why there is none. */
export const rateText = (share: Agreed): string =>
  share.value === null ? shareText(share) : `${shareText(share)} n = ${formatCount(share.n)}`;

/** `0.483 [0.440, 0.526] over prompts and judges, n = 960`, or the reason why there is none. */
export const coefficientText = ({value, lo, hi, n, over, why}: Agreed): string =>
  value === null
    ? `none: ${why}`
    : `${formatEstimate({value, low: lo, high: hi}, {digits: 3})} ${overText({lo, over})}n = ${formatCount(n)}`;

/** `over prompts, `: what an interval generalises to; empty where there is none. */
export const overText = ({lo, over}: Pick<Agreed, "lo" | "over">): string =>
  lo === null || !over ? "" : `over ${OVER_NAMES[over]}, `;

// Tables and sentences of the agreement of judges.

/** Coefficients with and without ties. */
export interface AgreementShown {
  all: VoteAgreement;
  decided: VoteAgreement;
  cohen: [all: Agreed, decided: Agreed];
}

const known = once((_: Votes) => new Map<AgreedOver, AgreementShown>());

/** @param errors what intervals generalise to, as for strengths */
export function agreementOf(votes: Votes, errors: ErrorKind): AgreementShown {
  const over = agreedOver(errors);
  const own = known(votes).get(over) ?? {
    all: voteAgreement(votes, {over}),
    decided: voteAgreement(votes, {ties: false, over}),
    cohen: [cohenPooled(votes, {over}), cohenPooled(votes, {ties: false, over})]
  };
  known(votes).set(over, own);
  return own;
}

export function agreementTable({all, decided, cohen}: AgreementShown, simulated: boolean): HTMLElement {
  const rows: [string, Agreed, Agreed][] = [
    ["Fleiss' κ", all.fleiss, decided.fleiss],
    ["Krippendorff's α, nominal", all.krippendorff.nominal, decided.krippendorff.nominal],
    ["Krippendorff's α, ordinal", all.krippendorff.ordinal, decided.krippendorff.ordinal],
    ["Krippendorff's α, interval", all.krippendorff.interval, decided.krippendorff.interval],
    ["Cohen's κ, pooled over pairs of judges", ...cohen]
  ];
  const shares: [string, (of: VoteAgreement) => string][] = [
    [
      "Two votes agree, observed / by chance",
      ({observed, chance}) => `${observedText(observed)} / ${chance === null ? "–" : percent(chance)}`
    ],
    [
      "Base rates: first / tie / second",
      ({rates, votes}) =>
        `${percent(rates.first)} / ${percent(rates.tie)} / ${percent(rates.second)} n = ${formatCount(votes)} votes`
    ]
  ];
  const table = html`<table class="rb-table" id="agreement"><thead><tr><th scope="col">Coefficient</th><th scope="col">with ties</th><th scope="col">without ties</th></tr></thead>
    <tbody>${rows.map(([name, own, other]) => html`<tr><th scope="row">${name}</th>${[own, other].map(each => html`<td><span class="rb-params">${coefficientText(each)}</span></td>`)}</tr>`)}
    ${shares.map(([name, of]) => html`<tr><th scope="row">${name}</th>${[all, decided].map(each => html`<td><span class="rb-params">${each.units === 0 ? "–" : of(each)}</span></td>`)}</tr>`)}</tbody></table>`;
  return figure(table, {
    title: "Agreement among judges",
    simulated,
    caption:
      "n: units (question × turn × pair) with votes of two judges or more; of a judge that voted again the first vote counts. 95 % intervals are over what is written beside them, as chosen under “Intervals over” or the next that there is."
  });
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** `58.1 % [56.8, 59.2] over prompts`; a dash where no two votes were on the same answers */
const observedText = ({value, lo, hi, n, over}: Agreed): string =>
  value === null
    ? "–"
    : lo === null || hi === null
      ? percent(value)
      : `${formatRate({value, low: lo, high: hi, n})} ${overText({lo, over}).replace(", ", "")}`;

export function agreementSentence(shown: AgreementShown): string {
  const {observed, rates, chance} = shown.all;
  if (observed.value === null || chance === null) return agreementInShort(shown);
  const {first, tie, second} = rates;
  return `${agreementInShort(shown)} Base rates: ${percent(first)} for the alphabetically first model, ${percent(tie)} ties, ${percent(second)} for the second.`;
}

/** The share of votes that agree, beside that of chance. */
export function agreementInShort({all: {observed, chance, votes}}: AgreementShown): string {
  if (observed.value === null || chance === null)
    return "No question was judged twice for the same pair: the agreement of judges is not known.";
  return `Two votes on the same answers agree in ${observedText(observed)}, n = ${formatCount(observed.n)} units (${formatCount(votes)} votes; mean of the units' own shares); by chance alone they would in ${percent(chance)}.`;
}

export function judgeColumns(rows: readonly ShownJudge[]): Column<ShownJudge>[] {
  const effect = (key: "position" | "length" | "discrimination", label: string, description: string): Column<ShownJudge> =>
    numberColumn(
      key,
      label,
      row => row[key]?.value ?? null,
      row => {
        const own = row[key];
        return own ? formatEstimate({value: own.value, low: own.lo, high: own.hi}, {digits: 2}) : "–";
      },
      description
    );
  return [
    textColumn("judge", "Judge", row => row.judge),
    countColumn("votes", "Votes"),
    numberColumn(
      "kappa",
      "κ with the others",
      row => row.kappa.value,
      ({kappa}) =>
        kappa.value === null
          ? "–"
          : `${formatEstimate({value: kappa.value, low: kappa.lo, high: kappa.hi}, {digits: 2})} ${overText(kappa)}n = ${formatCount(kappa.n)}`,
      "Cohen's κ with all other judges on common units, with its 95 % interval"
    ),
    ...(rows.some(({consistent}) => consistent.n > 0)
      ? [
          numberColumn<ShownJudge>(
            "consistent",
            "Consistent with itself",
            ({consistent}) => consistent.value,
            ({consistent}) => (consistent.n === 0 ? "–" : `${formatRate(consistent)} n = ${formatCount(consistent.n)}`),
            "share of the units that it judged again on which it kept to its verdict, with Wilson's 95 % interval; agreement counts its first vote"
          )
        ]
      : []),
    effect("discrimination", "Follows strength", "1: as judges do on the whole; 0: not at all; intervals over prompts"),
    effect("position", "Shown first", "log-odds that being shown first adds; intervals over prompts"),
    ...(rows.some(row => row.length)
      ? [effect("length", "Longer answer", "log-odds of an answer e times as long; intervals over prompts")]
      : []),
    numberColumn(
      "ties",
      "Ties",
      row => row.ties,
      row => percent(row.ties)
    )
  ];
}

export const pairColumns = (): Column<JudgePair>[] => [
  textColumn("first", "Judge", row => row.first),
  textColumn("second", "with", row => row.second),
  numberColumn(
    "units",
    "Units",
    row => row.n,
    row => formatCount(row.n),
    "that both judged"
  ),
  numberColumn(
    "kappa",
    "Cohen's κ",
    row => row.value,
    ({value, lo, hi, over}) =>
      `${formatEstimate({value, low: lo, high: hi}, {digits: 2})} ${overText({lo, over}).replace(", ", "")}`,
    "with its 95 % interval"
  )
];

export function pairSentence(pairs: readonly JudgePair[] | null): string {
  if (pairs === null)
    return `Judges share more than ${formatCount(MOST_PAIRS)} pairs of votes: too many to compare judge with judge.`;
  const known = pairs.filter((pair): pair is JudgePair & {value: number} => pair.value !== null);
  if (known.length === 0)
    return "No two judges have ten units in common, so their agreement with each other cannot be estimated.";
  const [low, high] = [Math.min, Math.max].map(end =>
    end(...known.map(({value}) => value))
      .toFixed(2)
      .replace("-", "−")
  );
  const which = pairs.length < MOST_JUDGE_PAIRS ? "have ten units or more in common" : "have the most units in common";
  return `Judge with judge: of the ${known.length} pairs that ${which}, κ is ${low} to ${high}.`;
}

/** Judges that stand out: those whose interval of discrimination lies below ½, or whose interval of the position effect excludes 0. */
export function judgeSentence(rows: readonly ShownJudge[]): string {
  const known = rows.filter(row => row.discrimination);
  if (known.length === 0) return "No judge has the 20 votes that diagnostics take.";
  const dull = known.filter(row => row.discrimination!.hi < 0.5).map(row => row.judge);
  const first = known.filter(row => row.position!.lo > 0 || row.position!.hi < 0);
  // the strengths are estimated from these votes: with one judge there is no other to compare it with
  if (rows.length === 1) {
    const leans =
      first.length === 0
        ? "no preference for one side of the screen is significant"
        : "it leans to one side of the screen (interval without 0)";
    return `One judge alone: strength is estimated from its own votes, so that 1 is not a finding; ${leans}.`;
  }
  const list =
    dull.length === 0
      ? "none follows strength significantly less than half as well as the others"
      : `${dull.slice(0, 6).join(", ")} ${dull.length === 1 ? "follows" : "follow"} strength significantly less than half as well as judges on the whole`;
  const chance = Math.round(known.length / 20);
  return `Of ${known.length} ${known.length === 1 ? "judge" : "judges"} with 20 votes or more, ${list}; ${first.length} ${first.length === 1 ? "leans" : "lean"} to one side of the screen (interval without 0; ${chance < 1 ? "fewer than 1" : `about ${chance}`} in that many would by chance).`;
}

// Notices and notes about the votes on the page.

/** Source of the votes. */
export function humanNotice({name, simulated, votes, groundTruth}: Judgments): HTMLElement {
  if (!simulated) return html`<p class="rb-muted" role="note">Shown: ${plural(votes.n, "vote")} of ${name}.</p>`;
  if (groundTruth.length === 0)
    return html`<p class="rb-notice" role="note">${simulatedBadge()} Shown: ${plural(votes.n, "vote")} of ${name}. The file says that models in it are
      simulated: reasonbook's built-in reference models, which are not language models, whoever judged their answers.</p>`;
  return html`<p class="rb-notice" role="note">${simulatedBadge()} ${name[0]!.toUpperCase()}${name.slice(1)}, ${formatCount(votes.n)} in number, are simulated, not human:
    they were drawn by a program from the planted abilities of reasonbook's built-in reference models, which are not language models.</p>`;
}

/** Notes for the reader about the votes, one line each. */
export function noteList(notes: readonly string[]): HTMLElement | DocumentFragment {
  if (notes.length === 0) return document.createDocumentFragment();
  return html`<ul class="rb-muted">${[...new Set(notes)].map(note => html`<li>${note}</li>`)}</ul>`;
}
