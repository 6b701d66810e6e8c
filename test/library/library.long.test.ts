// The library as a plain Node project has it: JavaScript without a loader, types, and API pages that say what it is.
import {execFile} from "node:child_process";
import {mkdir, mkdtemp, readFile, rm, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {promisify} from "node:util";
import ts from "typescript-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {apiPages, buildLibrary} from "./build.js";

const run = promisify(execFile);
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "reasonbook-project-"));
  // as `npm install ../reasonbook` leaves it, but for a folder of its own, so that a checkout's dist-lib is not touched
  const own = join(project, "node_modules/reasonbook");
  await mkdir(own, {recursive: true});
  await buildLibrary(join(own, "dist-lib"));
  await writeFile(join(own, "package.json"), await readFile("package.json"));
  await symlink(resolve("node_modules/zod"), join(project, "node_modules/zod"));
  await writeFile(join(project, "package.json"), '{"type": "module"}');
});
afterAll(() => rm(project, {recursive: true, force: true}));

/** A matrix of five models and four items in which every item tells some of them apart. */
const ANSWERS = "[[1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, null]]";
const PROGRAM = `
import {bradleyTerry, fitIrt, holm, wilson} from "reasonbook/stats";
import {integerForm, kindOfForm, readAnswer, task} from "reasonbook/extend";

const {center, margin} = wilson(0.25, 40);
const {fit, why} = fitIrt({answers: ${ANSWERS}, models: ["a", "b", "c", "d", "e"]});
const votes = [["a", "b", "a"], ["b", "a", "a"], ["a", "c", "a"], ["b", "c", "b"], ["c", "a", "a"], ["a", "b", "b"]];
const {rows} = bradleyTerry(votes.map(([model_a, model_b, winner]) => ({model_a: model_a!, model_b: model_b!, winner: winner as "a"})));
const typed: {model: string; beta: number}[] = rows;
console.log(JSON.stringify({
  low: center - margin, high: center + margin, holm: holm([0.01, 0.04]),
  able: fit.ability.map(({id, eap}) => [id, Number.isFinite(eap)]), why: typeof why,
  strong: typed.map(({model}) => model), found: readAnswer("Answer: 1,204", kindOfForm(integerForm)).answer, task: typeof task
}));
`;

test("a plain Node project imports it, without this checkout's loader or packages", async () => {
  const {outputText} = ts.transpileModule(PROGRAM, {
    compilerOptions: {module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022}
  });
  await writeFile(join(project, "index.js"), outputText);
  const {stdout} = await run(process.execPath, ["index.js"], {cwd: project});
  const {low, high, ...rest} = JSON.parse(stdout);
  // Wilson's interval of 10 of 40 by Newcombe's method 3 (1998): 0.1419 to 0.4019
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.1419", "0.4019"]);
  expect(rest).toEqual({
    holm: [0.02, 0.04],
    able: ["a", "b", "c", "d", "e"].map(id => [id, true]),
    why: "string",
    strong: expect.arrayContaining(["a", "b", "c"]),
    found: "1204",
    task: "function"
  });
});

test("its types are found by TypeScript's own resolution, and refuse what is no vote", async () => {
  const errorsOf = async (text: string) => {
    const file = join(project, "typed.mts");
    await writeFile(file, text);
    const program = ts.createProgram([file], {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts"]
    });
    return ts.getPreEmitDiagnostics(program).map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, " "));
  };
  expect(await errorsOf(PROGRAM)).toEqual([]);
  expect(
    (
      await errorsOf('import {bradleyTerry} from "reasonbook/stats";\nbradleyTerry([{model_a: "a", model_b: "b", winner: "c"}]);')
    ).join()
  ).toMatch(/'"c"' is not assignable/);
});

test("mistakes are one sentence", async () => {
  const attempt = async (call: string) => {
    await writeFile(
      join(project, "wrong.js"),
      `import * as stats from "reasonbook/stats";\ntry { ${call}; } catch (error) { console.log(error.message); }`
    );
    return (await run(process.execPath, ["wrong.js"], {cwd: project})).stdout.trim();
  };
  expect(await attempt("stats.fitIrt({answers: [[1]]})")).toMatch(
    /^1 model has answers, which cannot separate able models from easy items/
  );
  expect(await attempt("stats.fitIrt({answers: [[1, 2], [0]]})")).toBe("row 1, answer 2: expected 0, 1 or null, got 2");
  expect(await attempt('stats.bradleyTerry([{model_a: "a", model_b: "a", winner: "a"}])')).toMatch(
    /expected a, b or tie between two models$/
  );
});

test("API pages are what the declarations say; npm run docs:api prints them anew", async () => {
  for (const [name, text] of apiPages()) expect(await readFile(`docs/api/${name}.md`, "utf8"), name).toBe(text);
});
