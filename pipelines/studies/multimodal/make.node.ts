// The study of questions about images: accuracy with the picture and without, and the table `multimodal_examples`.
import {itemLocator} from "../../generate/benchmarks/located.js";
import {blindOf} from "../../generate/benchmarks/vision/pictured.js";
import {vision} from "../../generate/benchmarks/vision/vision.js";
import {literal} from "../../rows/literal.js";
import {UNSCORED} from "../../score/score.node.js";
import {type SidedAnswer, sidesDifference, summaryOf} from "../../score/sides.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {Stage} from "../../store/writer.node.js";
import {evaluationOf, maker} from "../maker.node.js";
import {accuracyMeasures, type EstimateStudy, plainMeasures} from "../rateStudy.js";
import {type ExampleOutcome, multimodalTables} from "./tables.js";

/** Most examples of each evaluation, category and outcome. */
const EXAMPLES = 6;
/** Longest text of an example. */
const SHOWN_CHARACTERS = 2_000;

const listed = (texts: readonly string[]): string => texts.map(literal).join(", ");

/** Categories of the items, and whether their picture is withheld. */
const CATEGORIES = vision
  .flatMap(({name, category}) =>
    [false, true].map(
      blind => `(${literal(name)}, ${literal(blind ? blindOf(category) : category)}, ${literal(category)}, ${blind})`
    )
  )
  .join(", ");
const KINDS = `(select * from (values ${CATEGORIES}) as kinds(base_task, own, category, blind))`;
/** Items are joined once each: two seeds of one store may hold the same item. */
const ITEMS = `(select item_id, base_task, kinds.category, blind, any_value(pair_id) as pair, any_value(generator_version)::int as version,
    any_value(coalesce(try_cast(json_extract_string(params, '$.edition') as integer), 1)) as edition
  from items join ${KINDS} as kinds using (base_task) where items.category = kinds.own group by all)`;

const ANSWERS = `select eval_id, model, template, sampler, base_task, simulated, blind as second, coalesce(pair, item_id) as pair, status, parsed,
  guess_chance as guess, item_id, version, edition, expected, answer from samples join ${ITEMS} using (item_id, base_task) where trial = 0 order by eval_id, item_id`;
/** Of an evaluation without a point, only a simulated model leaves questions unanswered by saying so. */
const UNSCORED_ANSWERS = `select eval_id, model, template, sampler, base_task, blind as second, coalesce(pair, item_id) as pair,
    coalesce((select bool_and(simulated) from points where points.eval_id = measures.eval_id), name = 'not_answered') as simulated
  from measures join ${ITEMS} using (item_id) where trial = 0 and name in (${listed(UNSCORED)}) order by eval_id, item_id`;

interface Asked extends EvaluationKey {
  base_task: string;
  simulated: boolean;
}
type Answer = Asked & SidedAnswer & {item_id: string; version: number; edition: number; expected: string; answer: string | null};
type Unscored = Asked & Pick<SidedAnswer, "pair" | "second">;

export const multimodal: EstimateStudy = {
  name: "multimodal",
  needs: {samples: [], measures: [], items: [], points: []},
  async *sets({rows}) {
    const idOf = ({eval_id, base_task}: Asked) => `${eval_id} ${base_task}`;
    const [answers, unscored] = [await rows<Answer>(ANSWERS), await rows<Unscored>(UNSCORED_ANSWERS)];
    const [scored, left] = [groupBy(answers, idOf), groupBy(unscored, idOf)];
    for (const [id, [first]] of groupBy<Asked, string>([...answers, ...unscored], idOf)) {
      const [group, none] = [scored.get(id) ?? [], left.get(id) ?? []];
      const side = (prefix: string, blind: boolean) => ({
        ...accuracyMeasures(summaryOf(group.filter(({second}) => second === blind)), prefix),
        ...plainMeasures({[`${prefix}unscored`]: none.filter(({second}) => second === blind).length})
      });
      const {pairs, value, low, high, only_first, only_second, p, exact} = sidesDifference(group);
      yield {
        ...first!,
        ...{facet: "category", facet_value: categoryOf(first!.base_task)},
        measures: {
          ...side("", false),
          ...side("blind_", true),
          gain: {value, low, high, n: pairs, clusters: pairs, truncated: 0, method: "paired"},
          ...plainMeasures({missing: missing([...group, ...none]), p, exact, only_shown: only_first, only_blind: only_second})
        }
      };
    }
  }
};

/** Writes the table of examples into a store, without rows where no question about an image was answered. */
export const make = maker(multimodalTables, async ({stage, open}) => {
  const {tables, rows} = await open();
  const answers = ["samples", "items"].every(name => tables.includes(name)) ? await rows<Answer>(ANSWERS) : [];
  const examples = [...groupBy(answers, ({eval_id, base_task}) => `${eval_id} ${base_task}`).values()].flatMap(examplesOf);
  const texts = tables.includes("responses") && examples.length > 0 ? await rows<Text>(textsOf(examples)) : [];
  appendExamples(stage, examples, {blind: answers.filter(({second}) => second), texts});
});

const categoryOf = (base_task: string): string => vision.find(({name}) => name === base_task)!.category;

/** Questions with a response without their picture, and none with it. */
function missing(responses: readonly Pick<SidedAnswer, "pair" | "second">[]): number {
  const shown = new Set(responses.filter(({second}) => !second).map(({pair}) => pair));
  return new Set(responses.filter(({pair, second}) => second && !shown.has(pair)).map(({pair}) => pair)).size;
}

const outcomeOf = ({status, parsed}: Pick<SidedAnswer, "status" | "parsed">): ExampleOutcome =>
  status === TRUNCATED ? "truncated" : status === CORRECT ? "right" : parsed ? "wrong" : "no answer found";

/** The first answers of each outcome to questions with their picture, of which there is a picture to draw. */
function examplesOf(own: readonly Answer[]): Answer[] {
  const shown = own.filter(({second, base_task, version}) => !second && versionOf(base_task) === version);
  return [...groupBy(shown, outcomeOf).values()].flatMap(each => each.slice(0, EXAMPLES));
}

const versionOf = (base_task: string): number => vision.find(({name}) => name === base_task)!.version;

type Text = {eval_id: string; item_id: string; text: string};
const textsOf = (examples: readonly Answer[]): string =>
  `select eval_id, item_id, left(any_value(text), ${SHOWN_CHARACTERS}) as text from responses where trial = 0
    and item_id in (${listed([...new Set(examples.map(({item_id}) => item_id))])}) group by eval_id, item_id`;

function appendExamples(
  stage: Stage,
  examples: readonly Answer[],
  {blind, texts}: {blind: readonly Answer[]; texts: readonly Text[]}
): void {
  const keyOf = ({eval_id, item_id}: Text | Answer) => `${eval_id} ${item_id}`;
  const pairOf = ({eval_id, pair}: Answer) => `${eval_id} ${pair}`;
  const text = new Map(texts.map(each => [keyOf(each), each.text]));
  const withheld = new Map(blind.map(each => [pairOf(each), outcomeOf(each)]));
  const locators = new Map<string, ReturnType<typeof itemLocator>>();
  for (const example of examples) {
    const {base_task, edition, item_id, pair, expected, answer, simulated} = example;
    const name = `${edition} ${base_task}`;
    let locate = locators.get(name);
    if (!locate) locators.set(name, (locate = itemLocator(vision.find(each => each.name === base_task)!, edition)));
    const located = locate({item_id, pair_id: pair});
    if (!located) continue;
    stage.append("multimodal_examples", {
      ...evaluationOf(example),
      category: categoryOf(base_task),
      outcome: outcomeOf(example),
      item_id,
      base_task,
      edition,
      place: located.place,
      expected,
      answer,
      text: text.get(keyOf(example)) ?? null,
      blind: withheld.get(pairOf(example)) ?? "",
      simulated
    });
  }
}
