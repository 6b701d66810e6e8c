// Vectors that hold the generators still: a change that alters a test must raise the task's version and rewrite its file.
// `GOLDEN=write npx vitest run test/golden` rewrites the files of tasks whose version differs: same parameters, seeds and indices.
// A vector is SHA-256 of the prompt's UTF-8 bytes and the expected answer, so another implementation can be checked against it.
import {readFileSync, writeFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {questionsOf} from "../../pipelines/generate/question.js";
import {tasks} from "../../pipelines/generate/registry.js";
import {sha256Hex} from "../../pipelines/generate/seed.js";
import type {Task} from "../../pipelines/generate/task.js";

interface Vector {
  params: Record<string, unknown>;
  seed: number;
  index: number;
  prompt_sha256: string;
  expected: string;
}
interface Golden {
  version: number;
  vectors: Vector[];
}

describe.each([...tasks.keys()])("%s", name => {
  const task = tasks.get(name)!;
  const file = new URL(`tasks/${name}.json`, import.meta.url);
  const recorded = JSON.parse(readFileSync(file, "utf8")) as Golden;
  const golden = process.env.GOLDEN === "write" && recorded.version !== task.version ? rewritten(task, recorded, file) : recorded;

  test("is still the version that the vectors were made with", () => expect(task.version).toBe(golden.version));

  test.each(golden.vectors)("test $index of seed $seed at $params is what it was", ({
    prompt_sha256,
    expected: answer,
    ...coordinates
  }) => {
    const {prompt, expected} = made(task, coordinates);
    expect({prompt_sha256: sha256Hex(prompt), expected}).toEqual({prompt_sha256, expected: answer});
  });
});

function made(task: Task, {params: given, seed, index}: Omit<Vector, "prompt_sha256" | "expected">) {
  const params = task.params.parse(given) as Record<string, unknown>;
  return questionsOf(task, {params, seed})(index);
}

function rewritten(task: Task, {vectors}: Golden, file: URL): Golden {
  const anew = vectors.map(({params, seed, index}) => {
    const {prompt, expected} = made(task, {params, seed, index});
    return {params, seed, index, prompt_sha256: sha256Hex(prompt), expected};
  });
  const lines = anew.map(vector => `    ${JSON.stringify(vector)}`);
  writeFileSync(file, `{\n  "version": ${task.version},\n  "vectors": [\n${lines.join(",\n")}\n  ]\n}\n`);
  return {version: task.version, vectors: anew};
}
