// Vectors that hold the generators still: a change that alters a test must raise the task's version and rewrite its file.
// `GOLDEN=write npx vitest run test/golden` rewrites the files of tasks whose version differs: same parameters, seeds and indices.
// A vector is SHA-256 of the prompt's UTF-8 bytes and the expected answer, so another implementation can be checked against it.
import {readFileSync, writeFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {type Golden, goldenOf, goldenText} from "../../pipelines/extend/golden.node.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import type {Task} from "../../pipelines/generate/task.js";

describe.each([...tasks.keys()])("%s", name => {
  const task = tasks.get(name)!;
  const file = new URL(`tasks/${name}.json`, import.meta.url);
  const recorded = JSON.parse(readFileSync(file, "utf8")) as Golden;
  const golden = process.env.GOLDEN === "write" && recorded.version !== task.version ? rewritten(task, recorded, file) : recorded;

  test("is still the version that the vectors were made with", () => expect(task.version).toBe(golden.version));

  test.each(golden.vectors)("test $index of seed $seed at $params is what it was", vector =>
    expect(goldenOf(task, [vector]).vectors).toEqual([vector]));
});

function rewritten(task: Task, {vectors}: Golden, file: URL): Golden {
  const golden = goldenOf(task, vectors);
  writeFileSync(file, goldenText(golden));
  return golden;
}
