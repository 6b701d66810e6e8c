// Makes a set of narratives by a language model, under the store's lock and a budget, from the book's cache first.
import {writeFile} from "node:fs/promises";
import {concatMap, lastValueFrom} from "rxjs";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {samplerSchema} from "../../book/schemas.js";
import type {Book, Model} from "../../book/types.js";
import {atomsOf, innerFirst, innerOf, type ListTree, operationsIn, treeValue} from "../../generate/lists/tree.js";
import {anchorsOf} from "../../generate/narratives/grammar/narrate.js";
import {QUESTIONS} from "../../generate/narratives/grammar/prose.js";
import {FIRST_NAMES} from "../../generate/narratives/grammar/worlds.js";
import {joinParts, type PartText} from "../../generate/narratives/joinParts.js";
import {drawTrees, instructionsOf, RULES, withInstructions} from "../../generate/narratives/make.js";
import type {Narrative} from "../../generate/narratives/narrative.js";
import {narrativeSettings} from "../../generate/narratives/settings.js";
import {validate} from "../../generate/narratives/validate.js";
import {pieceProblems} from "../../generate/narratives/validatePiece.js";
import {type Random, randomAt} from "../../generate/seed.js";
import {PROMPTS_VERSION, type World} from "../../infer/narrating.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import {replaceFile} from "../../store/files.node.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {acquireStoreLock, openBookClient} from "../bookClient.js";
import {budgetFor, unpriced} from "../budget.js";
import {evaluationsOf} from "../evaluation.js";
import {askEach, isFatal, type Signals} from "../failures.js";
import {type Narrator, setKey, writeNarratives} from "../narratives.js";
import {type Asked, type AskOptions, type AskPart, askerOf, NarrationError, type Read} from "./askPart.js";
import {openNarratorLog} from "./log.js";
import {padStory, wordsFor} from "./padding.js";
import {readAnchors, readWorld} from "./replies.js";
import type {ModelNarratorFile} from "./settings.js";

/** A narrative with the world that it plays in. */
interface Told {
  narrative: Narrative;
  world: World;
}

/** Share by which a text may miss its length, and the part of it that padding leaves to what joins parts. */
const LENGTH_TOLERANCE = 0.02;
const PADDING_TOLERANCE = 0.015;
/** Fewest tokens of an introduction, of a question, and of a beat without and for each of its values. */
const LEAST = {introduction: 30, question: 16, beat: 30, value: 8};
/** Share of the tokens that a beat may take which it is asked for, since models write more than they are asked for. */
const ASKED_SHARE = 0.8;

interface TellOptions {
  id: string;
  /** The list and whatever the built-in narrator draws too; equal streams give equal lists. */
  random: Random;
  count: (text: string) => number;
  settings: ModelNarratorFile;
  ask: AskPart;
}

/**
 * Tells one narrative. Rejects with NarrationError where a part is not accepted, with a RangeError where the list cannot be told in as many tokens
 * as there are, before anything is asked, and as the client does.
 */
async function tellNarrative({id, random, count, settings, ask}: TellOptions): Promise<Told> {
  const {median, order, target_tokens: target, genre} = settings;
  const {tree, examples} = drawTrees(settings, random);
  const {instructions, taken} = instructionsOf(examples, settings, {random, count});
  const names = random.shuffle(FIRST_NAMES).slice(0, random.integer(settings.min_characters, settings.max_characters));
  const operations = operationsIn(tree);
  const drawn = settings.anchors === "grammar" ? anchorsOf(operations.length, {random, taken}) : undefined;
  const question = random.pick(QUESTIONS);
  const cost = (text: string): number => count(`.\n\n${text}`) - count(".");
  const room = target - count(`${instructions}\n\n`);
  const numbers = (order === "inner first" ? innerFirst(tree) : operations).map(each => operations.indexOf(each));
  checkRoom(room, operations, target);

  const world = await ask({part: "world", names, ...(genre !== "any" && {genre})}, {read: text => readWorld(text, names)});
  const anchors =
    drawn ??
    (await ask(
      {part: "anchors", world, count: operations.length, longest: settings.max_anchor_words},
      {read: text => readAnchors(text, {count: operations.length, longest: settings.max_anchor_words, instructions})}
    ));

  const story = {tree, median, answer: treeValue(tree, median), anchors};
  let left = room;
  /** Reads a part that may take so many tokens. */
  const within =
    (most: number, of: Omit<Parameters<typeof pieceProblems>[1], keyof typeof story>) =>
    (text: string): Read<string> => {
      const faults = pieceProblems(text, {...story, ...of});
      const tokens = cost(text);
      if (tokens > most) faults.push(`It is too long: write at most ${wordsFor(most * ASKED_SHARE)} words.`);
      return faults.length > 0 ? {faults} : {value: text};
    };

  const asked =
    settings.question === "grammar"
      ? question.replace("{anchor}", anchors[0]!)
      : await ask({part: "question", name: anchors[0]!}, {read: within(room / 4, {kind: "question"})});
  left -= cost(asked);

  const shareOf = (parts: number) => left / parts;
  const introduction = await ask(
    {part: "introduction", world, words: wordsFor(Math.min(settings.beat_tokens, ASKED_SHARE * shareOf(numbers.length + 1)))},
    {read: within(shareOf(numbers.length + 1), {kind: "introduction"})}
  );
  left -= cost(introduction);

  const beats: {operation: number; text: string}[] = [];
  for (const [place, operation] of numbers.entries()) {
    const node = operations[operation]!;
    const most = Math.max(leastOf(node), shareOf(numbers.length - place));
    const text = await ask(
      {
        part: "beat",
        world,
        words: wordsFor(Math.max(leastOf(node), Math.min(settings.beat_tokens, ASKED_SHARE * most))),
        rule: RULES[node.operation],
        figures: random.shuffle(atomsOf(node)),
        results: innerOf(node).map(inner => anchors[operations.indexOf(inner)]!),
        name: anchors[operation]!,
        before: settings.beat_context === 0 ? "" : (beats.at(-1)?.text ?? introduction).slice(-settings.beat_context)
      },
      {operation, read: within(most, {kind: "beat", operation})}
    );
    beats.push({operation, text});
    left -= cost(text);
  }

  const padding = {ask, world, beats, cost, settings, tolerance: PADDING_TOLERANCE * target};
  const problems = (text: string) => pieceProblems(text, {...story, kind: "padding"});
  let {pieces} = await padStory({...padding, wanted: left, problems});
  const joined = (): Narrative => {
    const parts = joinParts([
      {kind: "introduction", text: introduction},
      ...beats.flatMap(({operation, text}, i): PartText[] => [
        {kind: "beat", operation, text},
        {kind: "padding", operation, text: pieces[i]!.join("\n\n")}
      ]),
      {kind: "question", text: asked}
    ]);
    const whole = withInstructions(instructions, {anchors, ...parts});
    return {id, ...story, ...whole, tokens: count(whole.text)};
  };
  let narrative = joined();
  if (narrative.tokens < (1 - LENGTH_TOLERANCE) * target) {
    ({pieces} = await padStory({...padding, wanted: target - narrative.tokens, problems, told: pieces}));
    narrative = joined();
  }
  const miss = narrative.tokens - target;
  if (Math.abs(miss) > LENGTH_TOLERANCE * target)
    throw new NarrationError(`padding: the text has ${narrative.tokens} tokens, and ${target} are wanted`);
  const [first] = validate(narrative);
  if (first) throw new NarrationError(`the whole text: ${first.code}, ${first.message} ${first.words}`.trim());
  return {narrative, world};
}

/** Fewest tokens that a beat can be told in. */
const leastOf = ({values}: ListTree): number => LEAST.beat + LEAST.value * values.length;

function checkRoom(room: number, operations: readonly ListTree[], target: number): void {
  const needed = operations.reduce((sum, node) => sum + leastOf(node), LEAST.introduction + LEAST.question);
  if (room < needed)
    throw new RangeError(
      `the list takes at least ${target - room + needed} tokens to tell, instructions and examples included, more than the ${target} that there are; give more, or fewer operations or examples`
    );
}

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

  await using _lock = await acquireStoreLock(store, options);
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
  const outcomeOf = async (index: number): Promise<Narrative | NarrationError> =>
    Promise.resolve(tell(index)).catch((error: unknown) => {
      if (error instanceof NarrationError) return error;
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
          } else if (outcome.answer instanceof NarrationError) waiting.set(index, failed(index, outcome.answer.message));
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
