// A scale that stays: new models are scored on it, new fits are linked to it.
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {difficulty, type Item} from "../../../pipelines/studies/irt/item.js";
import {command} from "../../workbook.js";
import {answers, normal, someItems} from "./simulated.js";

const irt = (...words: string[]) => command(["irt", ...words]);
const random = randomOf("calibrate");
const ITEMS = someItems(60, random);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "calibrate-"));
});
afterAll(() => rm(folder, {recursive: true}));

const fitOf = (items: readonly Item[], se: number) => ({
  spread: 1,
  item: [...items.map(item => ({...item, b: difficulty(item), se_a: 0.1, se_b: se})), {id: "left out", a: null, d: null}],
  ability: [{id: "x", eap: 1, eap_se: 0.2, map: 1, ml: null, wle: 1, lo: 0.6, hi: 1.4}]
});
async function save(name: string, content: unknown): Promise<string> {
  await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return join(folder, name);
}

test("new models are scored on items by name, whatever the order and with items unknown to the fit", async () => {
  const bank = await save("bank.json", fitOf(ITEMS, 0.1));
  const theta = Array.from({length: 40}, () => normal(random));
  const {cells, persons} = answers(theta, () => ITEMS, "new models");
  const order = ITEMS.map((_, j) => j).reverse();
  const lines = persons.map((id, i) => [id, "1", ...order.map(j => cells[i * ITEMS.length + j])].join());
  const file = await save("new.csv", [["model", "unknown", ...order.map(j => ITEMS[j]!.id)].join(), ...lines].join("\n"));
  const {code, stderr} = await irt("score", "--bank", bank, "--responses", file, "--out", join(folder, "scores.csv"));
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("40 models scored on 60 of the fit's 60 items; 1 of 61 items of");
  const rows = (await readFile(join(folder, "scores.csv"), "utf8"))
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split(","));
  const held = rows.filter(([, , , , lo, hi], i) => Number(lo) < theta[i]! && theta[i]! < Number(hi)).length;
  expect(rows.map(([id]) => id)).toEqual(persons);
  expect(held).toBeGreaterThanOrEqual(34); // of 40; fewer has chance 0.3 % at 95 %
});

test("a fit on another scale comes back to the fixed one, and the item that became easier is named", async () => {
  const noisy = (item: Item, shift = 0) => ({...item, d: -item.a * (difficulty(item) + 0.05 * normal(random) + shift)});
  const fixed = await save(
    "fixed.json",
    fitOf(
      ITEMS.map(item => noisy(item)),
      0.05
    )
  );
  // θ′ = (θ − 0.5)/1.25, item 7 a standard deviation easier
  const moved = ITEMS.map((item, j) => noisy(item, j === 7 ? -1 : 0)).map(item => ({
    ...item,
    a: item.a * 1.25,
    d: item.d + 0.5 * item.a
  }));
  const anew = await save("anew.json", fitOf(moved, 0.05 / 1.25));
  const {code, stdout, stderr} = await irt("link", "--fixed", fixed, "--anew", anew, "--out", join(folder, "linked.json"));
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/by 59 of 60 anchors; 1 drifted/);
  expect(stdout.split("\n")[2]).toMatch(/^item 7 .*true/);
  const linked = JSON.parse(await readFile(join(folder, "linked.json"), "utf8")) as {
    item: {b: number}[];
    ability: {eap: number; ml: null}[];
  };
  expect(linked.item[3]!.b).toBeCloseTo(difficulty(ITEMS[3]!), 0);
  expect(linked.ability[0]!.eap).toBeCloseTo(1.75, 1);
  expect(linked.ability[0]!.ml).toBeNull();
});

test("files that share no items are refused in one line", async () => {
  const one = await save("one.json", fitOf(ITEMS.slice(0, 5), 0.1));
  const other = await save("other.json", fitOf(ITEMS.slice(5, 9), 0.1));
  expect(await irt("link", "--fixed", one, "--anew", other)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("share 0 fitted items by name")
  });
  expect(await irt("score", "--bank", one, "--responses", await save("few.csv", "model,z\na,1\n"))).toMatchObject({code: 2});
});
