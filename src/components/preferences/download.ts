// The complete study of the data on the page, in the form of `npm run human -- study --out study.json` (docs/human-formats.md).
import {html} from "npm:htl";
import type {Ties} from "../../pipelines/studies/preferences/bradleyTerry/likelihood.js";
import type {Study} from "../../pipelines/studies/preferences/study.js";
import {humanStudy} from "../../pipelines/studies/preferences/study.js";
import type {Votes} from "../../pipelines/studies/preferences/votes/votes.js";
import {saveText} from "../shared/save.js";
import type {Judgments, Scores} from "./data.js";
import type {HumanFilters} from "./inputs.js";
import {errorName} from "./inputs.js";

interface Shown {
  judgments: Judgments;
  votes: Votes;
  ties: Ties;
  filters: HumanFilters;
  scores: Scores;
}

/** The study as the command writes it; its first notes say which votes it covers. */
function studyOf({judgments, votes, ties: counted, filters, scores}: Shown): Study {
  const {study} = humanStudy(votes, {ties: counted, ranksBy: filters.errors, against: scores, simulated: judgments.simulated});
  const {judge, turn, ties} = filters;
  const about = [
    `votes of ${judgments.name}${judge === "all" ? "" : `, judge ${judge} alone`}${turn === "all" ? "" : `, turn ${turn} alone`}${ties === "left out" ? ", ties left out" : ""}; ranks rest on errors over ${errorName(filters.errors)}`,
    ...(judgments.simulated ? ["simulated: the models are built-in reference models, not language models"] : []),
    `correlated with ${scores.name}`
  ];
  return {...study, notes: [...about, ...judgments.notes, ...scores.notes, ...study.notes]};
}

export function studyButton(shown: Shown): HTMLElement {
  const save = () => saveText(`${JSON.stringify(studyOf(shown), null, 2)}\n`, {name: "study.json", type: "application/json"});
  return html`<button type="button" class="rb-button" id="save-study" onclick=${save}>Download the study (JSON)`;
}
