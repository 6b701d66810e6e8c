// LiveBench's published scores, 93 models × 1,136 items of which a sixth are fractions: one command fits them whole.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, expect, test} from "vitest";
import {folderOf, irt} from "../irtCommand.js";

const FILE = "../shared/data/irt/livebench_13012025.parquet";
const {folder} = folderOf("irt-livebench", afterAll);

test.skipIf(!existsSync(FILE))(
  "all models and items are fitted, and the search converges",
  async () => {
    const out = join(folder, "livebench.json");
    await irt("fit", "--responses", FILE, "--out", out);
    const fit = JSON.parse(readFileSync(out, "utf8")) as {
      model: string;
      n: number;
      items: number;
      converged: boolean;
      left_out: unknown[];
      item: {a: number | null; dispersion?: number}[];
      ability: {id: string; eap: number; lo: number; hi: number}[];
    };
    expect(fit).toMatchObject({model: "continuous", n: 93, items: 1_136, converged: true});
    // those that all models solve or fail: SQL counts 82
    expect(fit.left_out).toHaveLength(82);
    expect(fit.item.filter(({dispersion = 1}) => dispersion < 1).length).toBeGreaterThan(350);
    expect(fit.ability.every(({lo, eap, hi}) => lo < eap && eap < hi)).toBe(true);
    // the publisher's order at either end
    const order = [...fit.ability].sort((u, v) => v.eap - u.eap).map(({id}) => id);
    expect(order[0]).toBe("o1-preview-2024-09-12");
    expect(order.slice(-3)).toContain("Qwen1.5-0.5B-Chat");
  },
  600_000
);
