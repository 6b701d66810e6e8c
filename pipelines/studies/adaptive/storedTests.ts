// Reads the tests behind a bank's items from the store.
import {UserError} from "../../book/error.js";
import type {Scorer} from "../../book/scorers.js";
import {tasks} from "../../generate/registry.js";
import type {AnswerForm, Test} from "../../generate/task.js";
import {isShortened} from "../../infer/shortened.js";
import {openTables} from "../../store/sql.js";

export interface StoredTest extends Test {
  category: string;
  form: AnswerForm | undefined;
}

/** Every test of a store's table `items` whose whole prompt it holds, by item id. */
export async function storedTests(folder: string): Promise<Map<string, StoredTest>> {
  const {connection, tables, close} = await openTables(folder);
  try {
    if (!tables.includes("items")) throw new UserError(`no table "items" in ${folder}; run npm run run first`);
    const [scored] = (
      await connection.runAndReadAll("select count(*)::int from (describe items) where column_name = 'scorer'")
    ).getRows(); // stores of older versions lack the column
    const query = `select item_id, base_task, params, generator_version, seed::double as seed, "index", prompt, expected, choices,
      guess_chance, category, ${scored![0] ? "scorer" : "null::varchar as scorer"} from items`;
    const rows = (await connection.runAndReadAll(query)).getRowObjectsJS() as unknown as StoredRow[];
    const whole = rows.filter(({prompt}) => !isShortened(prompt)); // of the others the store does not hold what was asked
    return new Map(whole.map(row => [row.item_id, testOf(row)]));
  } finally {
    close();
  }
}

type StoredRow = Omit<StoredTest, "params" | "form" | "choices" | "scorer"> & {
  params: string;
  choices: string[];
  scorer: string | null;
};

function testOf({params, choices, scorer, ...row}: StoredRow): StoredTest {
  const task = tasks.get(row.base_task);
  return {
    ...row,
    params: JSON.parse(params) as Record<string, unknown>,
    ...(choices.length > 0 ? {choices} : {}),
    ...(scorer === null ? {} : {scorer: JSON.parse(scorer) as Scorer}),
    form: task?.version === row.generator_version ? task.answer : undefined
  };
}
