// The study of hallucination: answers about entities that exist and about fabricated ones, and the rates over them.
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {weightedSum} from "../../stats/newcombe.js";
import type {Estimate, RateStudy} from "../rateStudy.js";

const MEASURED = ["wrong_answer", "abstained", "confabulated", "no_answer"];

/** Every answer to a question of the scorer fact, with its measures. */
export const ANSWERS = `with asked as (select item_id, any_value(json_extract_string(scorer, '$.subject')) as subject,
    coalesce(any_value(json_extract_string(scorer, '$.entity')), 'real') as entity, any_value(prompt) as prompt
    from items where json_extract_string(scorer, '$.kind') = 'fact' group by item_id),
  measured as (select eval_id, item_id, trial, ${MEASURED.map(name => `bool_or(value > 0) filter (name = '${name}') as ${name}`).join(", ")}
    from measures where item_id in (select item_id from asked) group by all)
  select samples.eval_id, model, template, sampler, base_task, coalesce(subject, '') as subject, entity, simulated, samples.item_id,
    samples.trial, prompt, answer, status = ${TRUNCATED} as cut, status = ${CORRECT} as "right",
    ${MEASURED.map(name => `coalesce(${name}, false) as ${name}`).join(", ")},
    if(entity = 'real', "right" or wrong_answer, confabulated) as answered
  from samples join asked using (item_id) left join measured on measured.eval_id = samples.eval_id and measured.item_id = samples.item_id
    and measured.trial = samples.trial`;

const REAL = "entity = 'real'";
const FABRICATED = "entity = 'fabricated'";

export const hallucination: RateStudy = {
  name: "hallucination",
  needs: {samples: [], measures: [], items: ["scorer"]},
  facets: ["subject"],
  answers: ANSWERS,
  shares: {
    accuracy: {asked: REAL, hit: `"right"`},
    wrong_answer: {asked: REAL, hit: "wrong_answer"},
    abstained_real: {asked: REAL, hit: "abstained"},
    confabulated: {asked: FABRICATED, hit: "confabulated"},
    abstained_fabricated: {asked: FABRICATED, hit: `"right"`},
    answered: {hit: "answered"},
    // Of answers about fabricated entities none is right.
    accuracy_answered: {counted: "answered", hit: `${REAL} and "right"`},
    no_answer: {hit: "no_answer"}
  },
  derived: ({accuracy, abstained_fabricated}): Record<string, Estimate> =>
    accuracy && abstained_fabricated ? {score: scoreOf(accuracy, abstained_fabricated)} : {}
};

/**
 * Accuracy + abstained on fabricated − 1 (Youden 1950, doi:10.1002/1097-0142(1950)3:1<32::AID-CNCR2820030106>3.0.CO;2-3): 1 is perfect, and
 * always as never abstaining give at most 0. Its interval combines those of its two parts (Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)
 * 17:8<873::AID-SIM779>3.0.CO;2-I, method 10).
 */
function scoreOf(accuracy: Estimate, abstained: Estimate): Estimate {
  const {value, low, high} = weightedSum([accuracy, abstained].map(each => ({...each, weight: 1})));
  const sum = (count: "n" | "clusters" | "truncated") => accuracy[count] + abstained[count];
  return {
    ...{value: value - 1, low: Math.max(-1, low - 1), high: Math.min(1, high - 1)},
    ...{n: sum("n"), clusters: sum("clusters"), truncated: sum("truncated"), method: "newcombe"}
  };
}
