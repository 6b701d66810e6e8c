import {expect, test} from "vitest";
import {settings} from "../../../pipelines/generate/benchmarks/agent/settings.js";
import {differences, endState} from "../../../src/components/agents.js";
import {environmentOf, outcomeOf, places, zenAgent} from "../../run/environments/drive.js";

test("the changes of all calls lead from the start to the state that the database has", async () => {
  for (const place of places.filter(each => each % 60 === 7)) {
    const item = zenAgent.at(place);
    const environment = environmentOf(item);
    const {log} = await outcomeOf(item, environment.plan);
    const steps = log.map(({changes}) => ({changes: changes ? JSON.stringify(changes) : null}));
    expect(differences(endState(environment, steps)!, environment.goal)).toEqual([]);
    expect(differences(endState(environment, [])!, environment.goal)).not.toEqual([]);
  }
});

test("differences count rows that are alike, and name the view", () => {
  expect(differences({a: [["x"], ["x"]], b: []}, {a: [["x"]], b: [["y", null]]})).toEqual([
    {view: "a", missing: [], extra: [["x"]]},
    {view: "b", missing: [["y", null]], extra: []}
  ]);
  expect(differences({}, {a: []})).toEqual([]);
});

test("a world that is not known, and changes that are no JSON, break nothing", () => {
  expect(endState({world: "zoo" as never, state: {}}, [])).toBeNull();
  const {world, state} = environmentOf(zenAgent.at(0));
  expect(endState({world, state}, [{changes: "{"}])).toEqual(settings[world].view(state));
});
