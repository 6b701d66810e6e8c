// The environments of ZenAgent: what their APIs do to the databases, over HTTP and in the process, and how episodes are told apart.
import {expect, test} from "vitest";
import {AGENT_WORLDS} from "../../../pipelines/generate/benchmarks/agent/agent.js";
import {settings} from "../../../pipelines/generate/benchmarks/agent/settings.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {openEpisode} from "../../../pipelines/run/environments/episode.js";
import {environmentHost} from "../../../pipelines/run/environments/host.js";
import {environmentOf, outcomeOf, places, zenAgent} from "./drive.js";

const items = places.filter(place => place % 21 === 0).map(place => zenAgent.at(place));
const written = /^(?!list_|find_|get_)/u;

test("every optimal plan reaches its goal, which was computed without SQL, and recovers from every fault", async () => {
  for (const place of places.filter(each => each % 3 === 0)) {
    const item = zenAgent.at(place);
    const {plan, faults} = environmentOf(item);
    const {outcome, log} = await outcomeOf(item, plan);
    expect(outcome).toMatchObject({
      reached: true,
      changed: true,
      forbidden: 0,
      malformed: 0,
      unknown: 0,
      optimal: plan.length,
      calls: plan.length + faults.length,
      faults: faults.length,
      recovered: faults.length
    });
    expect(log.filter(({status}) => status >= 400).every(({fault}) => fault)).toBe(true);
  }
});

test("no call of a plan can be left out: a change is needed for the goal, and a look for an id that nothing else told", async () => {
  for (const item of items) {
    const {plan, ...environment} = environmentOf(item);
    for (const [at, {tool}] of plan.entries()) {
      if (!written.test(tool)) continue;
      const {outcome} = await outcomeOf({...item, scorer: {...environment, plan, faults: []}}, plan.toSpliced(at, 1));
      expect(outcome.reached, `${tool} of ${item.prompt}`).toBe(false);
    }
    // without a look, a later call has a number that neither the prompt nor an earlier answer told
    const {log} = await outcomeOf({...item, scorer: {...environment, plan, faults: []}}, plan);
    const isTold = (without: number) =>
      plan.every(({arguments: given}, at) => {
        const heard = `${item.prompt} ${log
          .slice(0, at)
          .filter((_, i) => i !== without)
          .map(({result}) => result)
          .join(" ")}`;
        const numbers = new Set(heard.match(/\d+/gu));
        const ids = Object.entries(given).filter(([name]) => name.endsWith("_id"));
        return at === without || ids.every(([, value]) => numbers.has(String(value)));
      });
    expect(isTold(-1)).toBe(true);
    // stock and seats are no ids; quantities and days follow from them
    const isCounted = (tool: string) => tool === "get_stock" || (tool === "list_rooms" && item.prompt.includes("has seats"));
    for (const [at, {tool}] of plan.entries())
      if (!written.test(tool) && !isCounted(tool)) expect(isTold(at), `${tool} of ${item.prompt}`).toBe(false);
  }
});

test("who does nothing reaches no goal, and who calls at random, with values of the database itself, no more than one in thirty", async () => {
  let reached = 0;
  for (const [i, item] of items.entries()) {
    const nothing = openEpisode(environmentOf(item));
    expect(nothing.outcome()).toMatchObject({reached: false, changed: false, calls: 0});
    nothing.close();
    const random = randomOf(`random agent ${i}`);
    const {state, world} = environmentOf(item);
    const values = Object.values(state).flat(2);
    const calls = Array.from({length: 12}, () => {
      const {name, parameters} = random.pick(settings[world].tools);
      const names = Object.keys((parameters as {properties: object}).properties);
      return {tool: name, arguments: Object.fromEntries(names.map(each => [each, random.pick(values)]))};
    });
    const {outcome} = await outcomeOf(item, calls);
    if (outcome.reached && outcome.forbidden === 0) reached++;
  }
  expect(reached / items.length).toBeLessThanOrEqual(0.03);
});

test("over HTTP the same calls have the same log and outcome, and nothing of the port or the time is in it", async () => {
  await using host = environmentHost();
  for (const item of items.slice(0, 40)) {
    const {plan} = environmentOf(item);
    const calls = [...plan, {tool: "nothing", arguments: {}}, {tool: plan[0]!.tool, arguments: {odd: 1}}];
    const [near, far] = [await outcomeOf(item, calls), await outcomeOf(item, calls, host.open)];
    expect(far).toEqual(near);
    expect(JSON.stringify(far)).not.toContain("127.0.0.1");
  }
  expect(host.size()).toBe(0);
});

test("1,000 episodes side by side share no state", async () => {
  await using host = environmentHost();
  const many = Array.from({length: 1_000}, (_, i) => items[i % items.length]!);
  const outcomes = await Promise.all(
    many.map(async (item, i) => {
      const {plan} = environmentOf(item);
      // every third episode leaves its last change out, every fifth does nothing
      const calls = i % 5 === 0 ? [] : i % 3 === 0 ? plan.slice(0, -1) : plan;
      return (await outcomeOf(item, calls, host.open)).outcome;
    })
  );
  expect(outcomes.map(({reached}) => reached)).toEqual(outcomes.map((_, i) => i % 5 !== 0 && i % 3 !== 0));
  expect(host.size()).toBe(0);
});

test("malformed, unknown, mistyped and huge calls are told as such, counted, and change nothing", async () => {
  await using host = environmentHost();
  const item = items.find(each => environmentOf(each).world === "tickets" && environmentOf(each).faults.length === 0)!;
  const cases: [tool: string, given: string, status: number, note: object][] = [
    ["find_customer", '{"name": "x"', 400, {malformed: true}],
    ["find_customer", "", 422, {}],
    ["find_customer", "[]", 422, {}],
    ["find_customer", "null", 422, {}],
    ["find_customer", '{"name": 3}', 422, {}],
    ["find_customer", '{"name": "x", "also": 1}', 422, {}],
    ["find_customer", '{"name": "x\'; drop table customers; --"}', 404, {}],
    ["add_comment", '{"ticket_id": 1.5, "comment": "x"}', 422, {}],
    ["add_comment", '{"ticket_id": -1, "comment": "x"}', 404, {}],
    ["drop_everything", "{}", 404, {unknown: true}],
    ["", "{}", 404, {unknown: true}],
    ["../../etc/passwd?x=1#y", "{}", 404, {unknown: true}],
    ["\ud800", "{}", 404, {unknown: true}],
    ["constructor", "{}", 404, {unknown: true}],
    ["t".repeat(100_000), "{}", 404, {unknown: true}],
    ["find_customer", `{"name": "${"x".repeat(300_000)}"}`, 413, {malformed: true}]
  ];
  for (const open of [openEpisode, host.open]) {
    const episode = open(environmentOf(item));
    for (const [tool, given, status, note] of cases) {
      const call = await episode.call(tool, given);
      expect(call).toMatchObject({status, ...note});
      expect(JSON.parse(call.result)).toMatchObject({status});
      expect(call.changes).toBeUndefined();
    }
    expect(episode.outcome()).toMatchObject({changed: false, calls: cases.length, malformed: 2, unknown: 6});
    episode.close();
  }
});

test("numbers beyond all bounds and texts with a character of code 0 are refused; who adds up large ones has an outcome all the same", async () => {
  await using host = environmentHost();
  const environment = (world: string) => {
    const item = items.find(each => environmentOf(each).world === world && environmentOf(each).faults.length === 0)!;
    return environmentOf(item);
  };
  const [inventory, ledger] = [environment("inventory"), environment("ledger")];
  const id = (rows: readonly (readonly unknown[])[], place = 0) => rows[place]![0];
  const [product_id, warehouse_id] = [id(inventory.state.products!), id(inventory.state.warehouses!)];
  const [from_id, to_id] = [id(ledger.state.accounts!), id(ledger.state.accounts!, 1)];
  for (const open of [openEpisode, host.open]) {
    const stock = open(inventory);
    const receive = async (quantity: number) =>
      (await stock.call("receive_stock", JSON.stringify({product_id, warehouse_id, quantity}))).status;
    expect(await receive(Number.MAX_SAFE_INTEGER)).toBe(422);
    expect([await receive(1e12), await receive(1e12), await receive(1e12)]).toEqual([200, 200, 200]);
    const {status, result} = await stock.call("get_stock", JSON.stringify({product_id}));
    expect([status, result]).toEqual([200, expect.stringMatching(/"quantity":300000000\d{4}/u)]);
    expect(stock.outcome()).toMatchObject({reached: false, changed: true, calls: 5});
    stock.close();
    const accounts = open(ledger);
    for (const balance of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])
      expect((await accounts.call("set_balance", JSON.stringify({account_id: from_id, balance}))).status).toBe(422);
    const cut = await accounts.call("post_transfer", JSON.stringify({from_id, to_id, amount: 1, memo: "rent\0 and more"}));
    expect([cut.status, cut.result]).toEqual([422, expect.stringContaining("post_transfer.memo: it has a character of code 0")]);
    expect(accounts.outcome()).toMatchObject({changed: false, calls: 3, forbidden: 0});
    accounts.close();
  }
});

test("a forbidden call is carried out, and counted; the one that an errand asks for is not forbidden", async () => {
  for (const world of AGENT_WORLDS) {
    const own = items.filter(item => environmentOf(item).world === world && environmentOf(item).faults.length === 0);
    for (const item of own.slice(0, 8)) {
      const {forbidden, state} = environmentOf(item);
      const [{tool, but}] = forbidden as [{tool: string; but: unknown[]}];
      const id = (table: string) => state[table]![0]![0]!;
      const stock = world === "inventory" ? state.stock!.find(row => (row[3] as number) > 0)! : [];
      const given = {
        calendar: {event_id: id("events" in state ? "events" : Object.keys(state)[0]!)},
        inventory: {product_id: stock[1]!, warehouse_id: stock[2]!, quantity: 1},
        ledger: {account_id: id("accounts" in state ? "accounts" : Object.keys(state)[0]!), balance: 7},
        tickets: {ticket_id: id("tickets" in state ? "tickets" : Object.keys(state)[0]!)}
      }[world];
      const allowed = but.some(each => JSON.stringify(each) === JSON.stringify(given));
      const {outcome, log} = await outcomeOf(item, [{tool, arguments: given}]);
      expect(log[0]!.status).toBe(200);
      expect(log[0]!.changes!.length).toBeGreaterThan(0);
      expect(outcome.forbidden).toBe(allowed ? 0 : 1);
    }
  }
});
