// Makes a set of narratives by a language model, under the store's lock and a budget, from the book's cache first.
import {writeFile} from "node:fs/promises";
import {concatMap, lastValueFrom} from "rxjs";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {UserError} from "../../book/error.js";
import {didYouMean} from "../../book/nearest.js";
import {samplerSchema} from "../../book/schemas.js";
import type {Book, Model} from "../../book/types.js";
import type {Narrative} from "../../generate/narratives/narrative.js";
import {narrativeSettings} from "../../generate/narratives/settings.js";
import {randomAt} from "../../generate/seed.js";
import {PROMPTS_VERSION, type World} from "../../infer/narrating.js";
import type {Report} from "../../infer/progress.node.js";
import {replaceFile} from "../../store/files.node.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {holdStore, openBookClient} from "../bookClient.js";
import {budgetFor, unpriced} from "../budget.js";
import {evaluationsOf} from "../evaluation.js";
import {type Narrator, setKey, writeNarratives} from "../narratives.js";
import {askEach, isFatal, type Signals} from "../unanswered.js";
import {type Asked, type AskOptions, askerOf, Untold} from "./askPart.js";
import {openNarratorLog} from "./log.js";
import type {ModelNarratorFile} from "./settings.js";
import {tellNarrative} from "./tell.js";

/** What came of a set. */
export interface MadeByModel extends Asked {
  /** `failed`: none was told. Where the set is not complete, no file is written. */
  status: "complete" | "failed" | "budget" | "interrupted";
  narratives: number;
  tokens: number;
  /** Narratives that could not be told, each with the reason. */
  untold: {id: string; reason: string}[];
  /** Narratives that were not asked for any more. */
  left: number;
  priced: boolean;
  simulated: boolean;
}

export interface MakeOptions extends Signals {
  out: string;
  /** The file of worlds. */
  worlds: string;
  /** The store whose lock is taken. */
  store: string;
  maxCost?: number | undefined;
  report: Report;
  /** Keys that the log must not hold. */
  secrets?: readonly string[];
  progress?: (done: number, untold: number) => void;
}

/** Thrown where a set is not complete, so that no file is written. */
class Incomplete extends Error {}

/** Settings that change no story that is told. */
const WITHOUT_EFFECT = new Set<string>([
  "models",
  "log_folder",
  "log_size",
  "log_files",
  "retry_delay",
  "retries",
  "count"
] satisfies (keyof ModelNarratorFile)[]);

/** The models of the settings: narrator and, if there is one, judge. Throws a UserError where one is not known. */
export function modelsOf({models, narrator, judge}: ModelNarratorFile, book: Pick<Book, "models">): Model[] {
  const known = new Map([...book.models, ...models].map(model => [model.id, model]));
  return [narrator, ...(judge === undefined ? [] : [judge])].map(id => {
    const model = known.get(id);
    if (!model)
      throw new UserError(
        `no model "${id}" in the settings or the book${didYouMean(id, [...known.keys()])}; define it under models in the settings, or name the book with --book`
      );
    return model;
  });
}

/**
 * Makes the narratives of the settings and writes them when all are told, without those that could not be. Narrative i has the list that
 * the built-in narrator would tell. A rerun takes every reply from the cache and gives the same bytes. Throws UserError.
 */
export async function makeByModel(book: Book, settings: ModelNarratorFile, options: MakeOptions): Promise<MadeByModel> {
  const {out, store, report, stop, abort, progress, secrets = []} = options;
  const {count, seed, log_folder, log_size, log_files} = settings;
  const models = modelsOf(settings, book);
  const asker = {id: "narrator", before: "", after: ""};
  const [narrator, judge] = models.flatMap(model =>
    evaluationsOf({...book, models: [model], templates: [asker], samplers: [{...samplerSchema.parse({}), id: asker.id}]})
  );
  const budget = budgetFor(models, options.maxCost ?? book.max_cost);
  const {model, base} = narrator!;
  const plain = narrativeSettings.parse(
    Object.fromEntries(Object.keys(narrativeSettings.shape).map(name => [name, settings[name as keyof ModelNarratorFile]]))
  );
  const key = setKey(plain, seed);
  const told = Object.fromEntries(Object.entries(settings).filter(([name]) => !WITHOUT_EFFECT.has(name)));
  const identity = sha256Hex(
    canonicalJson({key, base, protocol: model.protocol, model: model.model ?? model.id, told, version: PROMPTS_VERSION})
  );
  const idOf = (index: number) => `${identity.slice(0, 16)}-${index}`;
  const asked: Asked = {requests: 0, cached: 0, prompt_tokens: 0, completion_tokens: 0, cost: 0};
  const made: MadeByModel = {
    status: "complete",
    narratives: 0,
    tokens: 0,
    untold: [],
    left: 0,
    ...asked,
    priced: unpriced(models).length === 0,
    simulated: narrator!.simulated
  };
  const worlds = new Map<number, World>();
  const untold = new Map<number, string>();

  await using _lock = await holdStore(store, options);
  await using log = await openNarratorLog({folder: log_folder, size: log_size, files: log_files, secrets, warn: report.warn});
  await using modelClient = await openBookClient(book, judge ? [narrator!, judge] : [narrator!], {
    folder: store,
    budget,
    stop,
    abort,
    report
  });
  const asking: AskOptions = {narrator: narrator!, judge, modelClient, settings, log, signals: {stop, abort}, asked};
  const counter = tokenCounter(settings.tokenizer);
  const tell: Narrator = async index => {
    const [id, random] = [idOf(index), randomAt(key, index)];
    try {
      const {narrative, world} = await tellNarrative({
        id,
        random,
        count: counter,
        settings,
        ask: askerOf({id, key: `${key}:${index}`}, asking)
      });
      worlds.set(index, world);
      return narrative;
    } catch (error) {
      if (error instanceof RangeError) throw new UserError(`narrative ${index + 1}: ${error.message}`);
      throw error;
    }
  };
  /** A narrative, or the error of a part that was not accepted; other errors end more than this narrative, or come from the client. */
  const outcomeOf = async (index: number): Promise<Narrative | Untold> =>
    Promise.resolve(tell(index)).catch((error: unknown) => {
      if (error instanceof Untold) return error;
      throw error;
    });
  try {
    const written = await writeNarratives(out, async add => {
      /** Narratives that are told while an earlier one is not; null where there will be none. */
      const waiting = new Map<number, Narrative | null>();
      let next = 0;
      let done = 0;
      let hopeless: string | undefined;
      const failed = (index: number, reason: string): null => {
        untold.set(index, reason);
        worlds.delete(index);
        return null;
      };
      const outcomes = askEach(
        Array.from({length: count}, (_, i) => i),
        outcomeOf,
        {
          concurrency: Math.min(count, model.concurrency),
          stop,
          abort
        }
      ).pipe(
        concatMap(async outcome => {
          const {thing: index} = outcome;
          if ("left" in outcome) made.left++;
          else if ("error" in outcome) {
            if (isFatal(outcome.error)) hopeless ??= outcome.error.message;
            waiting.set(index, failed(index, outcome.error.message));
          } else if (outcome.answer instanceof Untold) waiting.set(index, failed(index, outcome.answer.message));
          else waiting.set(index, outcome.answer);
          progress?.(++done, untold.size);
          for (let told = waiting.get(next); told !== undefined && made.left === 0; told = waiting.get(next)) {
            waiting.delete(next++);
            if (told) await add(told);
          }
        })
      );
      await lastValueFrom(outcomes);
      if (hopeless !== undefined) throw new UserError(hopeless);
      if (made.left > 0 || untold.size === count) throw new Incomplete();
      const rows = [...worlds].sort(([a], [b]) => a - b).map(([index, world]) => [idOf(index), world]);
      await replaceFile(options.worlds, file => writeFile(file, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`));
    });
    Object.assign(made, written);
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    made.status = made.left === 0 ? "failed" : stop?.aborted || abort?.aborted ? "interrupted" : "budget";
  }
  made.untold = [...untold].sort(([a], [b]) => a - b).map(([index, reason]) => ({id: idOf(index), reason}));
  return Object.assign(made, asked);
}
