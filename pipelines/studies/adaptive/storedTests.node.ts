// Reads the tests behind a bank's items from the store.
import type {AnswerSettings} from "../../book/answerFormat.js";
import type {Scorer} from "../../book/scorers.js";
import {tasks} from "../../generate/registry.node.js";
import type {AnswerForm, Test} from "../../generate/task.js";
import {isShortened} from "../../infer/shortened.node.js";
import {UserError} from "../../rows/error.js";
import {withStore} from "../maker.node.js";

export interface StoredTest extends Test {
  category: string;
  form: AnswerForm | undefined;
}

/** Every test of a store's table `items` whose whole prompt it holds, by item id. */
export const storedTests = (folder: string): Promise<Map<string, StoredTest>> =>
  withStore(folder, async ({tables, rows, has}) => {
    if (!tables.includes("items")) throw new UserError(`no table "items" in ${folder}; run npm run run first`);
    const later = await Promise.all(LATER.map(async name => ((await has("items", name)) ? name : `null::varchar as ${name}`)));
    const query = `select item_id, base_task, params, generator_version, seed::double as seed, "index", prompt, expected, choices,
      guess_chance, category, ${later.join(", ")} from items`;
    const whole = (await rows<StoredRow>(query)).filter(({prompt}) => !isShortened(prompt)); // of the others the store does not hold what was asked
    return new Map(whole.map(row => [row.item_id, testOf(row)]));
  });

/** Columns that stores of older versions lack. */
const LATER = ["scorer", "reading"] as const;

type StoredRow = Omit<StoredTest, "params" | "form" | "choices" | (typeof LATER)[number]> & {
  params: string;
  choices: string[];
  scorer: string | null;
  reading: string | null;
};

function testOf({params, choices, scorer, reading, ...row}: StoredRow): StoredTest {
  const task = tasks.get(row.base_task);
  return {
    ...row,
    params: JSON.parse(params) as Record<string, unknown>,
    ...(choices.length > 0 ? {choices} : {}),
    ...(scorer === null ? {} : {scorer: JSON.parse(scorer) as Scorer}),
    ...(reading === null ? {} : {reading: JSON.parse(reading) as AnswerSettings}),
    form: task?.version === row.generator_version ? task.answer : undefined
  };
}
