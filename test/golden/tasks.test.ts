// Vectors that hold the generators still: a change that alters a test must raise the task's version and rewrite its file.
import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {tasks} from "../../pipelines/generate/registry.js";
import {pointKey, randomAt, sha256Hex} from "../../pipelines/generate/seed.js";

interface Golden {
  version: number;
  vectors: {params: Record<string, unknown>; seed: number; index: number; prompt_sha256: string; expected: string}[];
}

describe.each([
  "arithmetic",
  "boolean",
  "brackets",
  "listops",
  "shapes",
  "sort",
  "sequence",
  "cars",
  "objects",
  "jsonpath",
  "letters",
  "tables",
  "shuffle",
  "dates",
  "movies"
])("%s", name => {
  const task = tasks.get(name)!;
  const golden = JSON.parse(readFileSync(new URL(`tasks/${name}.json`, import.meta.url), "utf8")) as Golden;

  test("is still the version that the vectors were made with", () => expect(task.version).toBe(golden.version));

  test.each(golden.vectors)("test $index of seed $seed at $params is what it was", ({
    params: given,
    seed,
    index,
    ...recorded
  }) => {
    const params = task.params.parse(given) as Record<string, unknown>;
    const {prompt, expected} = task.generate(
      params,
      randomAt(pointKey({task: name, version: task.version, params, seed}), index)
    );
    expect({prompt_sha256: sha256Hex(prompt), expected}).toEqual(recorded);
  });
});
