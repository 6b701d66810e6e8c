import {expect, test} from "vitest";
import {sha256Hex} from "../../../pipelines/book/canonical.js";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import {AGENT_WORLDS, agent} from "../../../pipelines/generate/benchmarks/agent/agent.js";
import {REACHED} from "../../../pipelines/generate/benchmarks/agent/item.js";
import {settings} from "../../../pipelines/generate/benchmarks/agent/settings.js";
import type {Environment} from "../../../pipelines/generate/benchmarks/agent/world.js";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {stepsOf} from "../../../pipelines/infer/reference/errands/run.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.node.js";

const task = benchmarkTasks.get("zen-agent")!;
const all = Array.from({length: task.items.places({}) as number}, (_, place) => place);
const first = all.map(place => task.items.at(place));
const environment = (item: (typeof first)[number]) => item.scorer as Environment;

test("5,150 items differ, and another edition has others", () => {
  const identities = new Set(first.map(({content}) => content));
  expect(identities.size).toBe(first.length);
  expect(identities.size).toBe(5_150);
  // identities are made of prompt and plan; whole items differ as well
  expect(new Set(first.map(item => sha256Hex(JSON.stringify([item.prompt, item.scorer])))).size).toBe(first.length);
  const second = all.filter(place => place % 4 === 0).map(place => task.items.at(place, {edition: 2}));
  expect(second.filter(({content}) => identities.has(content))).toEqual([]);
});

test("each item's scorer is one that files can hold, and its tools are those of its world", () => {
  for (const item of first.filter((_, place) => place % 4 === 0)) {
    const scorer = environment(item);
    expect(scorerSchema.parse(scorer)).toEqual(scorer);
    expect(item.tools).toBe(settings[scorer.world].tools);
    expect(Object.keys(scorer.state).sort()).toEqual(Object.keys(settings[scorer.world].tables).sort());
  }
});

test("the state of the goal differs from that of the start, and no id or answer stands in the prompt", () => {
  for (const item of first) {
    const {world, state, goal} = environment(item);
    const begun = settings[world].view(state);
    expect(JSON.stringify(goal)).not.toBe(JSON.stringify(begun));
    const ids = Object.values(state).flatMap(rows => rows.map(([id]) => String(id)));
    const numbers = new Set(item.prompt.match(/\d{4,}/gu) ?? []);
    expect(ids.filter(id => numbers.has(id) && world !== "ledger" && world !== "calendar")).toEqual([]);
    expect(item.prompt).not.toContain(REACHED);
    expect(item.guess_chance).toBe(0);
  }
});

test("the longest plan without a fault fits into the turns of an item twice over for one call a turn", () => {
  for (const {max_turns, ...item} of first) {
    const {plan, faults} = environment(item);
    expect(max_turns).toBeGreaterThan(plan.length + faults.length + 1);
    expect(faults.every(({call}) => call <= plan.length + faults.length)).toBe(true);
  }
});

test("every world has every kind of errand, and facets choose worlds, errands and faults", () => {
  const opening = (item: (typeof first)[number]) => item.prompt.split("\n").filter(line => /^\d\. /u.test(line));
  for (const world of AGENT_WORLDS) {
    const own = first.filter(item => environment(item).world === world);
    const verbs = new Set(own.flatMap(opening).map(line => line.split(" ").slice(1, 3).join(" ")));
    expect(verbs.size).toBeGreaterThanOrEqual(3);
    expect(Math.abs(own.length - first.length / AGENT_WORLDS.length)).toBeLessThan(1);
  }
  const places = task.items.places({world: "ledger", errands: 3, faults: "some"}) as Uint32Array;
  expect(places.length).toBeGreaterThanOrEqual(128);
  expect(places).toEqual(task.items.places({world: "ledger", level: 3, faults: "some"}));
  for (const place of places) {
    const item = task.items.at(place);
    expect(opening(item)).toHaveLength(3);
    expect(environment(item).faults.length).toBe(3);
  }
});

test("errands refer to earlier ones alone, from level 3 on; at level 5 each but the first to the one before", () => {
  for (const {facets} of agent.cells)
    for (const place of task.items.places(facets) as Uint32Array) {
      const errands = first[place]!.prompt.match(/^\d+\. .+$/gmu)!;
      for (const [i, errand] of errands.entries()) {
        const [, definition = ""] = /, where X is (.+)\.$/u.exec(errand) ?? [];
        const bases = (definition.match(/errands? (\d+)(?: and (\d+))?/u) ?? []).slice(1).filter(Boolean).map(Number);
        expect(bases.every(base => base <= i)).toBe(true);
        if (facets.level === 5) expect(bases.includes(i), errand).toBe(i > 0);
        if ((facets.level as number) < 3) expect(definition).toBe("");
      }
    }
});

test("no solver of simulated models takes a prompt for a question of its own, and the planner reads all of them", () => {
  expect(first.filter(({prompt}) => questionIn(prompt) !== null)).toEqual([]);
  for (const item of first) {
    // as many changes as the plan has: whatever the planner looks up, it carries out each errand once
    const writes = environment(item).plan.filter(({tool}) => !/^(?:list|find|get)_/u.test(tool));
    const steps = stepsOf(item.prompt)!.steps.filter(({reads}) => !reads);
    expect(steps.map(({tool}) => tool)).toEqual(writes.map(({tool}) => tool));
  }
  expect(stepsOf("Run these errands with your tools:\n1. Dance.")).toBeNull();
  expect(stepsOf("You manage a zoo. Run these errands with your tools:\n\n1. Dance.")).toBeNull();
  const transfer = (clause: string) =>
    `You manage a bank. Run these errands with your tools:\n\n1. Transfer X from Rent to Legal with the memo "a", where X is ${clause}.`;
  for (const clause of ["twice the amount of errand 1", "twice the amount of errand 7", "the answer", ""])
    expect(stepsOf(transfer(clause)), clause).toBeNull();
});

test("cells are all of their facets' values", () => {
  expect(agent.cells).toHaveLength(AGENT_WORLDS.length * 5 * 2);
  expect(task.params.safeParse({world: "zoo"}).success).toBe(false);
});
