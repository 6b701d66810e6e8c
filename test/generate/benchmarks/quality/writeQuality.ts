// `npm run -s docs:quality` measures the generated categories and writes docs/categories-quality.md, whose text is the template below.
import {writeFileSync} from "node:fs";
import {
  accuracyByLevel,
  disagreements,
  duplicates,
  itemRate,
  type Measured,
  nearest,
  type Placed,
  placedItems,
  shortcutShare
} from "./measure.js";
import {MEASURED} from "./measured.js";

const CHECKED = 2_000;
const TRAIN = 4_000;
const ASKED = 1_000;
/** Items that the bounded solver is asked. */
const SIMULATED = 400;
/** Items of which the nearest neighbour is looked for. */
const COMPARED = 200;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const whole = (count: number): string => count.toLocaleString("en");

async function rowOf(measured: Measured): Promise<string[]> {
  const {benchmark} = measured;
  const all = placedItems(benchmark);
  const checked = placedItems(benchmark, {count: CHECKED});
  const near = nearest(all, COMPARED);
  const shortcut = shortcutShare(measured, {train: TRAIN, ask: ASKED});
  const levels = accuracyByLevel(measured, placedItems(benchmark, {count: SIMULATED}));
  const steps = await stepsOf(
    measured,
    all.filter(({level}) => level === 5)
  );
  const failed = (await disagreements(measured, checked)).length;
  process.stderr.write(`${benchmark.name}\n`);
  return [
    `${benchmark.name} ${benchmark.version}`,
    whole(all.length),
    `${whole(checked.length - failed)} of ${whole(checked.length)}`,
    whole(duplicates(all)),
    `${near[near.length >> 1]!.toFixed(2)}, ${near.at(-1)!.toFixed(2)}`,
    `${percent(shortcut.share)} (${percent(shortcut.guessing)})`,
    levels.map(({accuracy}) => Math.round(100 * accuracy)).join(", "),
    steps.length > 0 ? whole(Math.min(...steps)) : "",
    whole(Math.round(itemRate(benchmark)))
  ];
}

/** Steps of items, where they have any; those that have to be measured, of every fifth item. */
const stepsOf = async ({steps}: Measured, placed: readonly Placed[]): Promise<number[]> =>
  steps
    ? Promise.all(placed.filter((_, i) => i % 5 === 0).map(({item}) => steps(item)))
    : placed.flatMap(({item}) => item.steps?.length ?? []);

const HEAD = [
  "benchmark, version",
  "items",
  "keys that a second solver finds",
  "duplicates",
  "words shared with the nearest item (median, most)",
  "words and length alone (guessing)",
  "bounded solver, level 1 to 5, %",
  "fewest steps at level 5",
  "items a second"
];
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const rows: string[][] = [];
for (const measured of MEASURED) rows.push(await rowOf(measured));

writeFileSync(
  new URL("../../../../docs/categories-quality.md", import.meta.url),
  `# Quality of the generated categories

Measured by \`npm run -s docs:quality\` on ${new Date().toISOString().slice(0, 10)}, on items of edition 1; the classifier is trained on edition 2, items a second are those of editions 3 to 5.

${[line(HEAD), line(HEAD.map(() => "---")), ...rows.map(line)].join("\n")}

- **Keys**: a second solver reads the question's text and works by another method than the generator, on ${whole(CHECKED)} items spread over all.
- **Nearest item**: words in common ÷ words of both (Jaccard), of ${whole(COMPARED)} items with all others; six questions of ZenReason are about one story.
- **Words and length alone**: naive Bayes on words and length, trained on ${whole(TRAIN)} items, asked ${whole(ASKED)}; at most 3 points above guessing.
- **Bounded solver**: mean share right on ${whole(SIMULATED)} items of the second solver, if it got each of its steps wrong as often as each of five simulated models does.
- **Steps**: values that must be derived one from another. A plan of level 5 has none: trying all sequences of presses takes at least 100 times the steps of the search. So it is with grid puzzles, orders with the least fine, and hidden rules. Of zen-logic, truth tables alone name steps. Of errands: values that follow from each other, the first from a tool's report. Enumeration has no time for the large tests of zen-code. Of a query: operators on the longest path of DuckDB's plan, without projections.
- **Items a second** of processor time. At least 2,000, or 200 where a key takes a search or a database.

The tests are \`test/generate/benchmarks/**/*.simulation.test.ts\`: a tenth of the items in \`npm test\`, all of them in \`npm run test:thorough\`.
`
);
