import {mkdir, mkdtemp, readdir, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import {afterEach, expect, test} from "vitest";
import {facetsOf, matches} from "../../pipelines/book/dataset.js";
import {readBook, readDataset} from "../../pipelines/book/read.node.js";
import {workbook} from "../workbook.js";

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, {recursive: true});
});

const SUITE = "tasks:\n  - task: arithmetic\n";
async function folder(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "dataset-"));
  roots.push(root);
  for (const [name, text] of Object.entries({"suites/s.yaml": SUITE, ...files})) {
    await mkdir(join(root, "data", name, ".."), {recursive: true});
    await writeFile(join(root, "data", name), text);
  }
  return root;
}
const fault = async (text: string) =>
  readDataset("d", {root: await folder({"datasets/d.yaml": text})}).then(
    () => "",
    (error: Error) => error.message
  );

test("shipped datasets are read, and each of their entries is an evaluation of the book", async () => {
  const {models, templates, samplers} = await readBook();
  const names = (await readdir("data/datasets")).map(file => file.replace(/\.yaml$/, ""));
  const found = await Promise.all(names.map(name => readDataset(name)));
  expect(found.map(({id}) => id)).toContain("starter");
  for (const {evaluations, simulated} of found) {
    for (const entry of evaluations) {
      const own = models.filter(({id}) => matches(entry, {model: id, template: templates[0]!.id, sampler: samplers[0]!.id}));
      expect(own.length, entry.model).toBeGreaterThan(0);
      if (own.some(({endpoint}) => endpoint === "reference:")) expect(simulated).toBe(true);
    }
  }
});

test("a star stands for any letters, everything else for itself", () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9._:@/+-]*$/);
  const entry = (model: string) => ({model, template: "*", sampler: "*"});
  const name = (model: string) => ({model, template: "t", sampler: "s"});
  fc.assert(
    fc.property(fc.array(part, {minLength: 2, maxLength: 4}), part, (parts, filling) => {
      expect(matches(entry(parts.join("*")), name(parts.join(filling)))).toBe(true);
    })
  );
  fc.assert(
    fc.property(part, part, (a, b) => {
      expect(matches(entry(a), name(b))).toBe(a === b);
      expect(matches(entry(`${a}*`), name(b))).toBe(b.startsWith(a));
    })
  );
  expect(matches(entry("gpt-4.1"), name("gpt-4x1"))).toBe(false);
  expect(matches({model: "*", template: "zero*", sampler: "*"}, name("m"))).toBe(false);
});

test("groups and tags of all entries that match add up, the first label holds", () => {
  const evaluations = [
    {model: "a*", template: "*", sampler: "*", groups: ["x"], tags: [], label: "first"},
    {model: "*1", template: "*", sampler: "*", groups: ["y", "x"], tags: ["t"], label: "second"}
  ];
  const of = (model: string) => facetsOf({evaluations}, {model, template: "t", sampler: "s"});
  expect(of("a1")).toEqual({label: "first", groups: ["x", "y"], tags: ["t"]});
  expect(of("b1")).toEqual({label: "second", groups: ["x", "y"], tags: ["t"]});
  expect(of("b2")).toBeNull();
});

test("defaults, and where everything stands", async () => {
  const root = await folder({
    "datasets/mine.yaml": "title: Mine\nsuite: suites/s.yaml\nevaluations:\n  - {model: m}\n  - {model: n}\n"
  });
  expect(await readDataset("mine", {root})).toMatchObject({
    id: "mine",
    store: "data/store",
    simulated: false,
    file: "data/datasets/mine.yaml",
    place: "data/datasets/mine.yaml:1:8",
    places: ["data/datasets/mine.yaml:4:5", "data/datasets/mine.yaml:5:5"],
    evaluations: [{model: "m", template: "*", sampler: "*", groups: [], tags: []}, {model: "n"}]
  });
});

test.each([
  ["title: T\nevaluations: []", "2:14 empty dataset: give at least one evaluation"],
  ["title: T\nevaluation: []", '2:1 unknown key "evaluation"; did you mean "evaluations"?'],
  ["evaluations: [{model: m}]", '1:1 missing "title": expected text'],
  ["title: T\nstore: ../other\nevaluations: [{model: m}]", '2:8 store "../other" leads outside this folder'],
  ["title: T\nstore: /etc\nevaluations: [{model: m}]", '2:8 store "/etc" leads outside this folder'],
  [
    "title: T\nsuite: suites/t.yaml\nevaluations: [{model: m}]",
    '2:8 no file "suites/t.yaml" below data/; did you mean "suites/s.yaml"?'
  ],
  ["title: T\ndate: 2025-02-30\nevaluations: [{model: m}]", '2:7 expected a date such as 2025-01-31, got "2025-02-30"'],
  ["title: T\nevaluations: [{model: 'a b'}]", '2:23 expected a name in which * stands for any text, got "a b"']
])("%j is refused", async (text, expected) => expect(await fault(text)).toBe(`data/datasets/d.yaml:${expected}`));

test("a name that no file has is told with the nearest, or with all", async () => {
  const root = await folder({"datasets/alpha.yaml": "title: A\nevaluations: [{model: m}]"});
  await expect(readDataset("alhpa", {root})).rejects.toThrow('no dataset "alhpa" in data/datasets; did you mean "alpha"?');
  await expect(readDataset("zzz", {root})).rejects.toThrow('no dataset "zzz" in data/datasets; there are alpha');
});

test("sql sees only a dataset's evaluations, under its facets; simulated results do not pass for real ones", async () => {
  const entries = 'evaluations:\n  - {model: "sim-*-01", groups: [some]}\n';
  await using place = await workbook({
    "datasets/some.yaml": `title: Some\nsimulated: true\n${entries}  - {model: sim-comet-05, label: Comet, tags: [checked]}\n`,
    "datasets/real.yaml": `title: Real\n${entries}`,
    "datasets/none.yaml": "title: None\nsimulated: true\nevaluations:\n  - {model: sim-cedar-01}\n  - {model: sim-yew-*}\n"
  });
  expect((await place.command("run", "--samples", "8")).code).toBe(0);
  const sql = async (dataset: string, text: string) => place.command("sql", "--json", "--dataset", dataset, text);
  expect(JSON.parse((await sql("some", "from dataset order by model")).stdout)).toEqual([
    {model: "sim-cedar-01", template: "plain", sampler: "greedy", label: "sim-cedar-01", groups: ["some"], tags: []},
    {model: "sim-comet-05", template: "plain", sampler: "greedy", label: "Comet", groups: [], tags: ["checked"]}
  ]);
  const counted = "select model, count(*)::int as n from samples group by 1 order by 1";
  expect(JSON.parse((await sql("some", counted)).stdout)).toEqual([
    {model: "sim-cedar-01", n: 40},
    {model: "sim-comet-05", n: 40}
  ]);
  const facets = "select distinct model, groups, tags from points order by 1";
  expect(JSON.parse((await sql("some", facets)).stdout)).toEqual([
    {model: "sim-cedar-01", groups: ["reference", "some"], tags: []},
    {model: "sim-comet-05", groups: ["reference"], tags: ["checked"]}
  ]);
  expect(await sql("real", "from points")).toMatchObject({
    code: 2,
    stderr: "data/datasets/real.yaml:1:8 sim-cedar-01 is simulated, and the dataset does not say so; add simulated: true\n"
  });
  expect(await sql("none", "from points")).toMatchObject({
    code: 2,
    stderr: "data/datasets/none.yaml:5:5 no evaluation of data/store is model sim-yew-*, template *, sampler *\n"
  });
});
