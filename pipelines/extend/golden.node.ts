// Golden vectors of a task: what its questions were, so that a change which alters one must raise the task's version.
import {readFile, writeFile} from "node:fs/promises";
import {relative} from "node:path";
import {z} from "zod";
import {canonicalJson} from "../book/canonical.js";
import {questionsOf} from "../generate/question.js";
import {sha256Hex} from "../generate/seed.js";
import type {Task} from "../generate/task.js";
import {UserError} from "../rows/error.js";
import {replaceFile} from "../store/files.node.js";

const goldenSchema = z.strictObject({
  version: z.int().describe("version of the task"),
  vectors: z.array(
    z.strictObject({
      params: z.record(z.string(), z.json()).describe("parameters that are not at their defaults"),
      seed: z.int(),
      index: z.int().min(0),
      prompt_sha256: z.string().describe("SHA-256 of the prompt's UTF-8 bytes, hexadecimal"),
      expected: z.string()
    })
  )
});
export type Golden = z.infer<typeof goldenSchema>;
type Coordinates = Pick<Golden["vectors"][number], "params" | "seed" | "index">;

/** Seeds and indices at which each set of parameters is recorded. */
const PLACES = [
  {seed: 42, index: 0},
  {seed: 42, index: 31},
  {seed: 7, index: 1000}
] as const;

/** Golden vectors at sets of parameters. */
export const goldenAt = (task: Task, params: readonly Record<string, unknown>[]): Golden =>
  goldenOf(
    task,
    params.flatMap(each => PLACES.map(place => ({params: each as Coordinates["params"], ...place})))
  );

/** Golden vectors at given coordinates, as the task makes them now. */
export const goldenOf = (task: Task, coordinates: readonly Coordinates[]): Golden => ({
  version: task.version,
  vectors: coordinates.map(({params, seed, index}) => {
    const point = {params: task.params.parse(params) as Record<string, unknown>, seed};
    const {prompt, expected} = questionsOf(task, point)(index);
    return {params, seed, index, prompt_sha256: sha256Hex(prompt), expected};
  })
});

/** The text of a file of vectors: one a line, so that a change is a line of a diff. */
export const goldenText = ({version, vectors}: Golden): string =>
  `{\n  "version": ${version},\n  "vectors": [\n${vectors.map(vector => `    ${JSON.stringify(vector)}`).join(",\n")}\n  ]\n}\n`;

/** What a task makes otherwise than its vectors say; null where nothing. */
export function goldenFault(task: Task, recorded: Golden): string | null {
  if (recorded.version !== task.version)
    return `they are of version ${recorded.version}, the task of version ${task.version}; npm run tests -- --task ${task.name} --golden write`;
  const now = goldenOf(task, recorded.vectors).vectors;
  const changed = recorded.vectors.find((vector, i) => canonicalJson(vector) !== canonicalJson(now[i]!));
  if (!changed) return null;
  const {params, seed, index} = changed;
  return `question ${index} of seed ${seed} at ${JSON.stringify(params)} has changed; raise the task's version, or revert the change`;
}

/** The vectors of a file; null where there is none. Throws a UserError where it is no such file. */
export async function readGolden(file: string): Promise<Golden | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return goldenSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError(`${relative(".", file) || file} is not a file of golden vectors; delete it, and write it again`);
  }
}

/**
 * Writes a task's vectors: those that were there, as the task makes them now, and those at further parameters. Throws a UserError where the
 * task makes others than were there, under the same version.
 */
export async function writeGolden(
  task: Task,
  {file, params}: {file: string; params: readonly Record<string, unknown>[]}
): Promise<Golden> {
  const before = await readGolden(file);
  if (before && before.version === task.version) {
    const fault = goldenFault(task, before);
    if (fault) throw new UserError(`${relative(".", file) || file}: ${fault}`);
  }
  const known = new Set(before?.vectors.map(({params}) => canonicalJson(params)));
  const more = params.filter(each => !known.has(canonicalJson(each)));
  const kept = before ? goldenOf(task, before.vectors).vectors : [];
  const golden = {version: task.version, vectors: [...kept, ...goldenAt(task, more).vectors]};
  await replaceFile(file, temporary => writeFile(temporary, goldenText(golden)));
  return golden;
}
