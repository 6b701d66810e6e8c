// Items as they are sent to workers: nothing is lost that a search needs, nothing else is sent, and what is none is refused.
import {gzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {compressed} from "../../../pipelines/store/compressedJson.node.js";
import {itemIndex} from "../../../pipelines/studies/contamination/itemIndex.js";
import {receivedItems, sentItems} from "../../../pipelines/studies/contamination/sentItems.node.js";
import {DEFAULTS} from "../../../pipelines/studies/contamination/settings.js";

const items = [
  {id: "first-id", text: "one two three four five six seven eight nine ten", group: "/home/somebody/items.jsonl"},
  {id: "second-id", text: "a lone \ud800 surrogate, ﬁ and 漢字 beside five other words", group: "bank", domain: "some-domain"},
  {id: "third-id", text: "", group: "bank"}
];

test("items and settings arrive, so that their index is the same but for the names of groups", async () => {
  const settings = {...DEFAULTS, exact: 0.5, probability: 0.9};
  const received = await receivedItems(await sentItems(items, settings));
  expect(received.settings).toEqual({...settings, probability: null}); // probabilities decide nothing in a file
  expect(received.items.map(({text}) => text)).toEqual(items.map(({text}) => text));
  const unnamed = (index: ReturnType<typeof itemIndex>) => ({
    ...index,
    groups: index.groups.map(group => ({...group, name: ""}))
  });
  expect(unnamed(itemIndex(received.items, received.settings))).toEqual(
    unnamed(itemIndex(items, {...settings, probability: null}))
  );
});

test("no id, group or domain is sent, and equal items have one digest whatever they are called", async () => {
  const sent = await sentItems(items, DEFAULTS);
  const text = JSON.stringify(await receivedItems(sent));
  for (const name of ["first-id", "somebody", "bank", "some-domain"]) expect(text).not.toContain(name);
  const renamed = items.map(item => ({...item, id: `x${item.id}`}));
  expect((await sentItems(renamed, DEFAULTS)).digest).toBe(sent.digest);
  expect((await sentItems(items.slice(1), DEFAULTS)).digest).not.toBe(sent.digest);
});

test("what is damaged, of another digest, too long or of another form is refused", async () => {
  const sent = await sentItems(items, DEFAULTS);
  const limits = {most: 1e6, mostCompressed: 1e6};
  const refused = async (value: unknown) =>
    receivedItems((await compressed(value, limits))!).catch((error: Error) => error.message);
  await expect(receivedItems({...sent, digest: "0".repeat(64)})).rejects.toThrow("another digest");
  await expect(receivedItems({...sent, bytes: sent.bytes.subarray(0, 40)})).rejects.toThrow("damaged");
  await expect(receivedItems({...sent, bytes: gzipSync(Buffer.alloc(257 * 2 ** 20), {level: 1})})).rejects.toThrow(/longer than/);
  const good = {settings: DEFAULTS, items: [{text: "x", group: 0}]};
  expect(await refused(good)).toMatchObject({items: [{id: "0", text: "x", group: "0"}]});
  for (const bad of [
    {...good, items: []},
    {...good, more: 1},
    {...good, settings: {...DEFAULTS, n: 0}},
    {...good, settings: {...DEFAULTS, n: 1e9}},
    {...good, settings: {...DEFAULTS, exact: null}},
    {...good, items: [{text: "x", group: "/etc/passwd"}]},
    {...good, items: [{text: 1, group: 0}]},
    [],
    null,
    "x"
  ])
    expect(await refused(bad)).toBe("it does not have the form of items");
  const long = "x".repeat(2 ** 28);
  expect(await compressed([long, long, long], {most: 1e9, mostCompressed: 1e9})).toBeNull(); // no string can be so long
  expect(await compressed("x".repeat(100), {most: 50, mostCompressed: 1e6})).toBeNull();
  expect(await compressed("x".repeat(100), {most: 1e6, mostCompressed: 10})).toBeNull();
});
