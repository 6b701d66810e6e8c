// Examples of templates are none of a suite's tests.
import {expect, test} from "vitest";
import {readSuites} from "../../pipelines/book/read.node.js";
import {manifold, testAt} from "../../pipelines/generate/manifold.node.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {examplesOf} from "../../pipelines/infer/template.node.js";

test.each(["starter", "manifold"])("no test of the suite %s is an example", async name => {
  const {suite, locate} = (await readSuites([`data/suites/${name}.yaml`])).suites[0]!;
  for (const point of manifold(suite, {seed: 42, locate})) {
    const task = tasks.get(point.base_task)!;
    const known = examplesOf(task, {count: 3, besides: ""}).map(({question}) => question);
    for (let i = 0; i < 32; i++) expect(known).not.toContain(testAt(point, task, i).prompt);
  }
});
