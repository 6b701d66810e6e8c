// How reliably a category tells the simulated reference models apart, by their answers to its items.
import {randomOf} from "../../generate/seed.js";
import type {DrawnItem} from "../../generate/task.js";
import {limited} from "../../infer/reference/limit.js";
import {reply} from "../../infer/reference/reply.node.js";
import type {SimulatedModel} from "../../infer/reference/roster.js";
import {CORRECT} from "../../score/status.js";
import {type Alpha, cronbachAlpha} from "../../stats/reliability.js";
import {dialogueAnswers, dialoguesOf, isDialogue} from "./dialogues.js";
import {completionOf, type Scoring} from "./scoring.js";

/** Why there is no reliability. */
export type Unreliable =
  | "no simulated model reads its questions"
  | "simulated models do not see images"
  | "all simulated models have the same score";

/** Most items that the models answer: reliability grows with their number, and a test of so many is an ordinary one. */
const MOST_ITEMS = 200;
/** Of the models, one in so many is asked dialogues. */
const EVERY_MODEL = 2;
/** Fewest items of which a reliability is told. */
const LEAST_ITEMS = 20;

/** Those of the items that models can answer, as many as are asked; none of other items than plain questions. */
function readableOf(items: readonly DrawnItem[], model: SimulatedModel): DrawnItem[] {
  const readable: DrawnItem[] = [];
  for (const item of randomOf("audit: reliability").shuffle(items)) {
    if (readable.length === MOST_ITEMS) break;
    if (isPlain(item) && !reply(model, item.prompt).unsolved) readable.push(item);
  }
  return readable;
}
const hasImages = ({images}: DrawnItem): boolean => (images?.length ?? 0) > 0;
const isPlain = (item: DrawnItem): boolean => !hasImages(item) && !isDialogue(item);

/** Right and wrong answers of each model to the items. */
async function answersOf(
  items: readonly DrawnItem[],
  {models, score}: {models: readonly SimulatedModel[]; score: Scoring}
): Promise<Uint8Array[]> {
  const rows: Uint8Array[] = [];
  for (const model of models) {
    const row = new Uint8Array(items.length);
    for (const [place, item] of items.entries()) {
      const {text, reasoning, finish_reason} = limited(reply(model, item.prompt), null);
      const scored = await score({...completionOf(text), reasoning, finish_reason}, item);
      if (!("unscored" in scored) && scored.status === CORRECT) row[place] = 1;
    }
    rows.push(row);
  }
  return rows;
}

/** Reliability on these models by their answers to plain questions, or else to dialogues; or why there is none. `answered` is the share of right answers. */
export async function reliabilityOn(
  items: readonly DrawnItem[],
  how: {models: readonly SimulatedModel[]; score: Scoring}
): Promise<(Alpha & {answered: number}) | Unreliable> {
  if (items.length > 0 && items.every(hasImages)) return "simulated models do not see images";
  const [model] = how.models;
  const plain = model ? readableOf(items, model) : [];
  const dialogues = dialoguesOf(items).filter(item => !hasImages(item));
  const rows =
    plain.length >= LEAST_ITEMS
      ? await answersOf(plain, how)
      : dialogues.length >= LEAST_ITEMS
        ? await dialogueAnswers(
            dialogues,
            how.models.filter((_, i) => i % EVERY_MODEL === 0)
          )
        : null;
  if (!rows) return "no simulated model reads its questions";
  const alpha = cronbachAlpha(rows);
  if (!alpha) return "all simulated models have the same score";
  const right = rows.reduce((sum, row) => sum + row.reduce((a, b) => a + b, 0), 0);
  return {...alpha, answered: right / (alpha.persons * alpha.items)};
}
