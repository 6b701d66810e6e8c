// Which book a command works on.
import {expect, test} from "vitest";
import {workbook} from "../workbook.js";

test("plan and run take the book that REASONBOOK_BOOK names, but for one named by --book", async () => {
  await using book = await workbook({
    "other.yaml":
      "suite: suites/one.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, step: 4, max: 4, width: 0.5}\nseed: 7\n",
    "suites/one.yaml": "tasks: [{task: boolean, params: {length: 6}}]\n"
  });
  const plan = async (args: string[], env: Record<string, string>) => {
    const {code, stdout, stderr} = await book.commandWith({env}, ["plan", "--json", ...args]);
    return {code, stderr, points: code === 0 ? (JSON.parse(stdout) as {points: number}).points : null};
  };
  const own = await plan([], {});
  const other = await plan([], {REASONBOOK_BOOK: "data/other.yaml"});
  expect(other.points).toBeLessThan(own.points!);
  expect((await plan(["--book", "data/book.yaml"], {REASONBOOK_BOOK: "data/other.yaml"})).points).toBe(own.points);
  const absent = await plan([], {REASONBOOK_BOOK: "data/absent.yaml"});
  expect(absent.code).not.toBe(0);
  expect(absent.stderr).toContain("data/absent.yaml");
});
