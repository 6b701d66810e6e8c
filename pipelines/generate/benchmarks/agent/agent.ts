// ZenAgent: errands that are run by calling tools over several turns, and are scored by the database that these change.
import {WORLDS, type WorldName} from "../../../book/scorers.js";
import type {Random} from "../../seed.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {calendar} from "./calendar.js";
import {inventory} from "./inventory.js";
import {ledger} from "./ledger.js";
import {tickets} from "./tickets.js";
import {draftOf, type Environment, some, type World} from "./world.js";

export const worlds: Readonly<Record<WorldName, World>> = {calendar, inventory, ledger, tickets};

/** Numbers of errands in one task. */
const ERRANDS = [1, 2, 3];
/** Different tasks of each world, number of errands and kind of fault. */
const CELL = 50;
/** What the answer of a task is called whose end state is that of the goal. */
export const REACHED = "reached";
/** Requests that a model may take beyond one for each call of the plan and each fault: detours, and the last message. */
const SPARE_TURNS = 4;

const FAULTS_SENTENCE = "A call may fail with status 500 or 504. It has then changed nothing, and may be made again.";
const RULES =
  "Ids are not known in advance: look them up. Do only what is listed. When all of it is done, say so without calling a tool.";

/** The task that some errands make. */
function taskOf(
  {name, start, errands, view, tools, manages, forbidden}: World,
  {count, faults}: {count: number; faults: number},
  random: Random
): MadeItem {
  const rows = start(random);
  const draft = draftOf(rows, random);
  const sentences: string[] = [];
  while (sentences.length < count) {
    const sentence = random.pick(errands)(draft);
    if (sentence !== null) sentences.push(sentence);
  }
  const {initial, plan} = draft;
  const but = plan.filter(({tool}) => tool === forbidden.tool).map(call => call.arguments);
  const places = some(
    plan.map((_, i) => i + 1),
    Math.min(faults, plan.length),
    random
  ).sort((a, b) => a - b);
  const scorer: Environment = {
    kind: "environment",
    world: name,
    state: initial,
    goal: view(draft.rows),
    forbidden: [{tool: forbidden.tool, but}],
    plan,
    faults: places.map((call, i) => ({call: call + i, status: random.chance(0.5) ? 500 : 504}))
  };
  const prompt = [
    `You manage ${manages}. Run these errands with your tools:`,
    sentences.map((sentence, i) => `${i + 1}. ${sentence}`).join("\n"),
    [RULES, but.length > 0 ? forbidden.otherwise : forbidden.never, ...(faults > 0 ? [FAULTS_SENTENCE] : [])].join(" ")
  ].join("\n\n");
  return {
    prompt,
    expected: REACHED,
    guess_chance: 0,
    scorer,
    tools,
    distinct: `${prompt}\n${JSON.stringify(plan)}`,
    max_turns: plan.length + places.length + SPARE_TURNS
  };
}

export const agent: Benchmark = {
  name: "zen-agent",
  version: 1,
  summary: "Errands by calling tools of an API over several turns, scored by the rows of its database at the end.",
  domain: "Agent and tool use",
  category: "ZenAgent",
  facets: {
    world: "whose API it is: a calendar, an inventory, a ledger or a help desk",
    errands: "how many things are to be done",
    faults: "whether calls fail with status 500 or 504, one for each errand"
  },
  single: false,
  cells: WORLDS.flatMap(world =>
    ERRANDS.flatMap(errands =>
      (["none", "some"] as const).map(faults => ({
        facets: {world, errands, faults},
        size: CELL,
        item: (_: number, random: Random) =>
          taskOf(worlds[world], {count: errands, faults: faults === "some" ? errands : 0}, random)
      }))
    )
  )
};
