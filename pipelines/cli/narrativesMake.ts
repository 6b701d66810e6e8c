// The command `narratives make`: stories that hide nested lists, told by the built-in grammar or by a language model.
import {readFile, writeFile} from "node:fs/promises";
import {basename, dirname, join, resolve} from "node:path";
import {stringify} from "yaml";
import {z} from "zod";
import {FILES, readOwnText} from "../book/backgrounds.node.js";
import {plural} from "../book/plural.js";
import {FOLDER, readBook} from "../book/read.node.js";
import {parseYaml} from "../book/yaml.js";
import {narratorFile} from "../generate/narratives/settings.js";
import {genreOf} from "../generate/narratives/world.js";
import {LiveLine, report} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {interrupts} from "../run/interrupt.js";
import {writeByGrammar} from "../run/narratives.js";
import {type MadeByModel, makeByModel, modelsOf} from "../run/narrator/make.js";
import {type ModelNarratorFile, modelNarratorFile} from "../run/narrator/settings.js";
import {secretsOf} from "./bookOptions.js";
import {command, option} from "./command.js";
import {bookOption, dollars, path, storeOption, wholeNumber} from "./optionTypes.js";
import {checkOut} from "./out.js";

const EXIT: Record<MadeByModel["status"], number> = {complete: 0, failed: 1, budget: 3, interrupted: 130};
const GRAMMAR = "grammar";

const options = z.strictObject({
  settings: path("settings, such as data/narrators/starter.yaml; without them the defaults").optional(),
  narrator: option(
    z.string().optional(),
    `narrator, in place of the settings' own: ${GRAMMAR}, or a model of the settings or the book`,
    {value: "model"}
  ),
  count: wholeNumber("number of narratives, in place of the settings' own", {min: 0}).optional(),
  seed: wholeNumber("seed, in place of the settings' own", {min: 0}).optional(),
  out: path(
    "the file of narratives, NAME.jsonl; the bank's YAML is written next to it where there is none, and NAME.world.json with the worlds of a model"
  ),
  book: bookOption("for a model: the book with its models and its cache"),
  store: storeOption("for a model: the store whose lock is taken, so that two commands do not ask the same"),
  max_cost: dollars("for a model: spend at most this much on new answers, counting the worst case").optional()
});
type Options = z.infer<typeof options>;

export const makeCommand = command({
  name: "narratives make",
  summary: "turn nested lists into stories, and write them as a bank that a suite entry `bank:` uses",
  options,
  examples: ["--out data/banks/stories.jsonl --count 100", "--settings data/narrators/starter.yaml --out data/banks/mine.jsonl"],
  async run(asked, io) {
    const {out} = asked;
    await checkOut(out, {endings: [".jsonl"]});
    const name = basename(out, ".jsonl");
    if (!/^[a-z0-9][a-z0-9_.-]*$/u.test(name))
      throw new UserError(`--out ${out}: a bank's name has lower-case letters, digits, hyphens, dots and underscores`);
    if (asked.settings !== undefined && resolve(asked.settings) === resolve(bankFile(out, name)))
      throw new UserError(
        `--out ${out}: the bank's YAML is written beside it as ${bankFile(out, name)}, which is the file of settings; give one of them another name`
      );
    const {narrator, file} = await settingsOf(asked);
    const {count = file.count, seed = file.seed} = asked;
    if (narrator !== GRAMMAR) {
      if (count === 0) throw new UserError("--count 0: a model writes at least one narrative");
      return byModel({...(file as ModelNarratorFile), count, seed, narrator}, {...asked, name}, io);
    }
    const {narrator: _, ...settings} = {...narratorFile.parse(grammarPart(file)), count, seed};
    const progress = new LiveLine();
    const started = performance.now();
    const {narratives, tokens} = await writeByGrammar(out, settings, {
      progress: done => progress.show(() => `${done.toLocaleString("en")} of ${plural(settings.count, "narrative")}`)
    });
    progress.done();
    io.stderr.write(
      `${out}: ${plural(narratives, "narrative")}, ${plural(tokens, "token")}, ${secondsSince(started)}; ${await writeBank(out, name)}\n`
    );
    return 0;
  }
});

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Writes narratives by a model, and reports the failed ones. Returns the exit code. */
async function byModel(
  settings: ModelNarratorFile,
  {out, name, book: bookFile, store, max_cost: maxCost}: Options & {name: string},
  io: Io
): Promise<number> {
  const book = await readBook(bookFile);
  const secrets = secretsOf({...book, models: modelsOf(settings, book)}, io);
  const log = report({secrets});
  const progress = new LiveLine();
  const started = performance.now();
  using signals = interrupts(log);
  const {stop, abort} = signals;
  const worlds = join(dirname(out), `${name}.world.json`);
  const made = await makeByModel(book, settings, {
    out,
    worlds,
    store,
    maxCost,
    stop,
    abort,
    report: log,
    secrets,
    progress: (done, untold) =>
      progress.show(
        () => `${done.toLocaleString("en")} of ${plural(settings.count, "narrative")}${untold > 0 ? `, ${untold} failed` : ""}`
      )
  }).catch((error: unknown) => {
    if (!abort.aborted && !stop.aborted) throw error;
    log.warn("interrupted; what was answered is in the cache, and the next run goes on from there");
    return null;
  });
  progress.done();
  for (const {id, reason} of made?.untold ?? []) log.info(`${id} failed: ${reason}`);
  if (made) log.info(await summary(made, {settings, out, name, worlds, time: secondsSince(started)}));
  return made && !abort.aborted ? EXIT[made.status] || Number(made.untold.length > 0) : 130;
}

async function summary(
  made: MadeByModel,
  {settings, out, name, worlds, time}: {settings: ModelNarratorFile; out: string; name: string; worlds: string; time: string}
): Promise<string> {
  const {status, narratives, tokens, untold, left, requests, cached, prompt_tokens, completion_tokens, cost, priced, simulated} =
    made;
  const written = {
    complete: `${out}: ${plural(narratives, "narrative")}, ${plural(tokens, "token")}`,
    failed: `${out} is not written: no narrative was completed`,
    budget: `${out} is not written: the budget is reached, ${plural(left, "narrative")} left; what was answered is in the cache, and the next run goes on from there`,
    interrupted: `${out} is not written: interrupted, ${plural(left, "narrative")} left; what was answered is in the cache, and the next run goes on from there`
  }[status];
  const bank = status === "complete" ? `; worlds ${worlds}; ${await writeBank(out, name)}` : "";
  const n = (value: number) => value.toLocaleString("en");
  return (
    `${written}${untold.length > 0 ? `, ${untold.length} failed` : ""}; by ${settings.narrator}${simulated ? " (simulated)" : ""}, ` +
    `${n(requests - cached)} asked, ${n(cached)} from the cache, ${n(prompt_tokens + completion_tokens)} tokens asked for, ` +
    `${priced ? `$${cost.toFixed(4)} at list price` : "cost unknown: no price"}, ${time}${bank}`
  );
}

const bankFile = (out: string, name: string): string => join(dirname(out), `${name}.yaml`);

/** Writes the bank's YAML where there is none; says so. */
async function writeBank(out: string, name: string): Promise<string> {
  const yaml = bankFile(out, name);
  const isNew = await writeFile(yaml, bankOf(name), {flag: "wx"}).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    }
  );
  return `bank ${yaml}${isNew ? "" : " exists already and is not changed"}`;
}

/** The YAML of a bank of narratives. */
const bankOf = (name: string): string =>
  stringify({title: name, files: `${name}.jsonl`, layout: "verbose-listops", scorer: {kind: "number"}, version: 1});

type GrammarFile = z.infer<typeof narratorFile>;

/**
 * The settings in a file, or the defaults, and who tells. Throws a UserError with the place of what is wrong. With --narrator grammar, a
 * file of a model's settings may be given: what concerns the model alone is left aside.
 */
async function settingsOf({
  settings,
  narrator: given
}: Options): Promise<{narrator: string; file: GrammarFile | ModelNarratorFile}> {
  if (settings === undefined)
    return given === undefined || given === GRAMMAR
      ? {narrator: GRAMMAR, file: narratorFile.parse({})}
      : {narrator: given, file: modelNarratorFile.parse({narrator: given})};
  const text = await readFile(settings, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UserError(error.code === "ENOENT" ? `no such file: ${settings}` : `cannot read ${settings} (${error.code})`);
  });
  const world = await worldIn(text, settings);
  const {value, locate} = parseYaml<GrammarFile | ModelNarratorFile>(text, settings, raw => {
    if (world !== undefined) (raw as {genre: string}).genre = world;
    const named = (raw as {narrator?: unknown} | null)?.narrator ?? GRAMMAR;
    return named === GRAMMAR && given === undefined ? narratorFile : (modelNarratorFile as z.ZodType<ModelNarratorFile>);
  });
  const narrator = given ?? value.narrator;
  if (world !== undefined && narrator !== GRAMMAR)
    throw new UserError(
      `${locate(["genre"])} only the built-in narrator uses a world of your own; name a built-in genre, or use --narrator grammar`
    );
  return {narrator, file: value};
}

/** The id of the world whose file the settings name as `genre`; undefined where they name none. */
async function worldIn(text: string, settings: string): Promise<string | undefined> {
  const {value, locate} = parseYaml(text, settings, z.looseObject({genre: z.unknown().optional()}));
  const {genre} = value;
  if (typeof genre !== "string" || !FILES.genre.test(genre)) return undefined;
  const {id} = await readOwnText(genre, {parameter: "genre", folder: resolve(FOLDER), place: locate(["genre"])});
  genreOf(id); // so that a mistake in it is reported before anything is written
  return id;
}

/** The keys of the built-in narrator. */
const grammarPart = (file: GrammarFile | ModelNarratorFile): object => ({
  ...Object.fromEntries(Object.keys(narratorFile.shape).map(key => [key, file[key as keyof typeof file]])),
  narrator: GRAMMAR
});
