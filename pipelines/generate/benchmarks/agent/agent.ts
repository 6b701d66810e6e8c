// ZenAgent: errands that are run by calling tools over several turns, and are scored by the database that these change.
import type {Random} from "../../seed.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {calendar} from "./calendar.js";
import {inventory} from "./inventory.js";
import {cellSize, environmentItem, faultsOf} from "./item.js";
import {ledger} from "./ledger.js";
import {tickets} from "./tickets.js";
import {companyOf, draftOf, type Environment, type Errand, type World} from "./world.js";

/** The worlds of its cells, in their order. */
export const AGENT_WORLDS = ["calendar", "inventory", "ledger", "tickets"] as const;

export const worlds: Readonly<Record<(typeof AGENT_WORLDS)[number], World>> = {calendar, inventory, ledger, tickets};

/** Errands of a task, by its level from 1. */
const ERRANDS = [1, 2, 3, 6, 8];
/** From this level on, errands take values from one another. */
const LINKED_LEVEL = 3;
/** The share of errands without a value in linked tasks below the last level. */
const BETWEEN_SHARE = 0.25;
/** Tasks in all. */
const SIZE = 5_150;

const FAULTS_SENTENCE = "A call may fail with status 500 or 504. It has then changed nothing, and may be made again.";
const RULES =
  "Ids are not known in advance: look them up. Do only what is listed. When all of it is done, say so without calling a tool.";

/** Task k of a cell. */
function taskOf(
  {name, start, errands, linked, view, tools, manages, forbidden}: World,
  {k, level, fails}: {k: number; level: number; fails: boolean},
  random: Random
): MadeItem {
  const count = ERRANDS[level - 1]!;
  const faults = fails ? count : 0;
  const rows = start(random, count);
  const isLinked = level >= LINKED_LEVEL;
  const draft = draftOf(rows, {isLinked, random});
  const sentences: string[] = [];
  const kinds = (): readonly Errand[] => {
    if (!isLinked) return errands;
    if (sentences.length === 0) return linked.first;
    const isBetween = linked.between.length > 0 && level < ERRANDS.length && random.chance(BETWEEN_SHARE);
    return isBetween ? linked.between : linked.next;
  };
  while (sentences.length < count) {
    const sentence = draft.add(random.pick(kinds()));
    if (sentence !== null) sentences.push(sentence);
  }
  const {initial, plan} = draft;
  const but = plan.filter(({tool}) => tool === forbidden.tool).map(call => call.arguments);
  const scorer: Environment = {
    kind: "environment",
    world: name,
    state: initial,
    goal: view(draft.rows),
    forbidden: [{tool: forbidden.tool, but}],
    plan,
    faults: faultsOf(plan, faults, random)
  };
  const prompt = [
    `You manage ${manages} for ${companyOf(k)}. Run these errands with your tools:`,
    sentences.map((sentence, i) => `${i + 1}. ${sentence}`).join("\n"),
    [
      ...(isLinked ? [linked.meaning] : []),
      RULES,
      but.length > 0 ? forbidden.otherwise : forbidden.never,
      ...(faults > 0 ? [FAULTS_SENTENCE] : [])
    ].join(" ")
  ].join("\n\n");
  return environmentItem(prompt, scorer, tools);
}

const CELLS = AGENT_WORLDS.flatMap(world =>
  ERRANDS.flatMap((errands, i) => (["none", "some"] as const).map(faults => ({world, level: i + 1, errands, faults})))
);

export const agent: Benchmark = {
  name: "zen-agent",
  version: 2,
  summary: "Errands by calling tools of an API over several turns, scored by the rows of its database at the end.",
  domain: "Agent and tool use",
  category: "ZenAgent",
  facets: {
    world: "whose API it is: a calendar, an inventory, a ledger or a help desk",
    level: "difficulty, 1 to 5: 1, 2, 3, 6 and 8 errands, which take values from one another from level 3 on",
    errands: "how many errands there are",
    faults: "whether calls fail with status 500 or 504, one for each errand"
  },
  single: false,
  cells: CELLS.map((facets, i) => ({
    facets,
    size: cellSize(i, CELLS.length, SIZE),
    item: (k: number, random: Random) =>
      taskOf(worlds[facets.world], {k, level: facets.level, fails: facets.faults === "some"}, random)
  }))
};
