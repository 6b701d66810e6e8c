// The effect of contamination on real models' answers, whose items are labelled by chance: nothing is to be found but what is planted.
import {existsSync, readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {contaminationEffects} from "../../../pipelines/studies/contamination/effect.js";

const FILE = "../shared/data/irt/metabench_gsm8k_5041x249.csv";

test.skipIf(!existsSync(FILE))(
  `of 60 real models none counts as a memoriser by chance, and a planted one does (skipped without ${FILE})`,
  () => {
    const [, ...lines] = readFileSync(FILE, "utf8").trim().split("\n");
    const step = Math.floor(lines.length / 60);
    const cells = Array.from({length: 60}, (_, m) => lines[m * step]!.split(",").map(Number));
    const random = randomOf("labels by chance");
    const items = cells[0]!.map(() => ({
      verdict: random.chance(0.15) ? ("exact" as const) : ("clean" as const),
      stratum: "gsm8k",
      guess_chance: 0
    }));
    const effects = (rows: readonly number[][]) =>
      contaminationEffects({
        models: rows.map((_, m) => `m${m}`),
        items,
        model: rows.flatMap((row, m) => row.map(() => m)),
        item: rows.flatMap(row => row.map((_, i) => i)),
        correct: rows.flat()
      });
    expect(effects(cells).filter(({memoriser}) => memoriser)).toEqual([]);
    const middling = cells.findIndex(row => {
      const share = row.reduce((sum, each) => sum + each, 0) / row.length;
      return share > 0.3 && share < 0.6;
    });
    const planted = cells.map((row, m) =>
      m === middling ? row.map((right, i) => (items[i]!.verdict === "exact" ? 1 : right)) : row
    );
    expect(effects(planted).flatMap(({model, memoriser}) => (memoriser ? [model] : []))).toEqual([`m${middling}`]);
  }
);
