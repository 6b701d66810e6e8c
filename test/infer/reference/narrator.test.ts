// Simulated narrators at the built-in server: named as simulated, right by a checker that knows nothing of them, and each with its fault.
import OpenAI from "openai";
import {expect, test} from "vitest";
import {anchorsIn} from "../../../pipelines/generate/narratives/anchors.js";
import {RULES} from "../../../pipelines/generate/narratives/make.js";
import {pieceProblems} from "../../../pipelines/generate/narratives/validatePiece.js";
import {scenePrompt} from "../../../pipelines/infer/judging.js";
import {type Manner, type PartRequest, partPrompt, type World, worldSchema} from "../../../pipelines/infer/narrating.js";
import {narratorReply, narrators} from "../../../pipelines/infer/reference/narrator.node.js";
import {builtInServer} from "../../builtInServer.js";

const MANNER: Manner = {numerals: "mixed", order: "inner first", examples: 1};
const NAMES = ["Ann", "Bert", "Cleo"];
const replyOf = (id: string, request: PartRequest) =>
  narratorReply(narrators.find(each => each.id === id)!, partPrompt(request, MANNER));
const world = (): World => worldSchema.parse(JSON.parse(replyOf("narrator", {part: "world", names: NAMES}).text));
const story = {
  tree: {operation: "MIN" as const, values: [3, 3, 8, {operation: "SUM" as const, values: [9, 9]}]},
  median: "truncMean" as const,
  answer: 3,
  anchors: ["the Grey Coat", "the Tall Lamp"]
};
const beat = (): PartRequest => ({
  part: "beat",
  world: world(),
  words: 120,
  rule: RULES.MIN,
  figures: [3, 3, 8],
  results: ["the Tall Lamp"],
  name: "the Grey Coat",
  before: ""
});

test("the server lists them as simulated, with what is wrong with each, and answers whole and streamed alike", async () => {
  const client = new OpenAI({dangerouslyAllowBrowser: true, baseURL: await builtInServer(), apiKey: "none", maxRetries: 0});
  const listed = (await client.models.list()).data.filter(({id}) => id.startsWith("narrator"));
  expect(listed.map(({id}) => id)).toEqual(narrators.map(({id}) => id));
  for (const {owned_by} of listed) expect(owned_by).toMatch(/^simulated narrator/);
  expect((await client.models.retrieve("narrator-leak")).owned_by).toMatch(/^simulated narrator, wrong: states the result/);

  const messages = [{role: "user" as const, content: partPrompt(beat(), MANNER)}];
  const whole = await client.chat.completions.create({model: "narrator", messages});
  let text = "";
  for await (const {choices} of await client.chat.completions.create({model: "narrator", messages, stream: true}))
    text += choices[0]?.delta.content ?? "";
  expect(text).toBe(whole.choices[0]!.message.content);
  expect((await client.chat.completions.create({model: "narrator", messages})).choices).toEqual(whole.choices);
  await expect(client.chat.completions.create({model: "narrator-cut", messages})).rejects.toThrow();
  await expect(client.chat.completions.create({model: "narrator-nobody", messages})).rejects.toThrow(/unknown model/);
});

test("the right one invents worlds and names, and tells beats, padding, introductions and questions that may stand", () => {
  expect(world().characters.map(({name}) => name)).toEqual(NAMES);
  const names = JSON.parse(replyOf("narrator", {part: "anchors", world: world(), count: 40, longest: 4}).text) as string[];
  expect(new Set(names).size).toBe(40);
  expect(anchorsIn(names.join(". "), names)).toHaveLength(40);
  expect(pieceProblems(replyOf("narrator", beat()).text, {...story, kind: "beat", operation: 0})).toEqual([]);
  for (const part of ["introduction", "padding"] as const)
    expect(
      pieceProblems(replyOf("narrator", {part, world: world(), words: 90, before: ""}).text, {...story, kind: part})
    ).toEqual([]);
  const question = replyOf("narrator", {part: "question", name: "the Grey Coat"}).text;
  expect(pieceProblems(question, {...story, kind: "question"})).toEqual([]);
});

test.each([
  ["narrator-markdown", /markdown/],
  ["narrator-numbers", /number 40/],
  ["narrator-empty", /no text/],
  ["narrator-stubborn", /operand 3 1 of 2 times/]
])("%s tells every beat with its fault", (id, told) => {
  expect(pieceProblems(replyOf(id, beat()).text, {...story, kind: "beat", operation: 0}).join("\n")).toMatch(told);
});

test("a result is leaked where it can be known, a person left out of the world, a connection cut in a beat alone", () => {
  const leaf: PartRequest = {
    ...(beat() as Extract<PartRequest, {part: "beat"}>),
    figures: [9, 9],
    results: [],
    rule: RULES.SUM,
    name: "the Tall Lamp"
  };
  expect(pieceProblems(replyOf("narrator-leak", leaf).text, {...story, kind: "beat", operation: 1}).join()).toMatch(
    /states 18, its result/
  );
  const {characters} = JSON.parse(replyOf("narrator-names", {part: "world", names: NAMES}).text) as World;
  expect(characters).toHaveLength(NAMES.length - 1);
  expect(replyOf("narrator-cut", beat()).cut).toBe(true);
  expect(replyOf("narrator-cut", {part: "question", name: "the Grey Coat"}).cut).toBe(false);
});

test("the right one judges scenes by the operation that they tell; whatever else it is asked, it says what it is", () => {
  const request = beat() as Extract<PartRequest, {part: "beat"}>;
  const scene = replyOf("narrator", request).text;
  const judged = (rule: string) => narratorReply(narrators[0]!, scenePrompt({...request, rule}, scene, "key")).text;
  expect(judged(RULES.MIN)).toBe('{"verdict":"yes"}');
  expect(judged(RULES.MAX)).toBe('{"verdict":"no"}');
  expect(narratorReply(narrators[0]!, "What is 6 × 7?").text).toMatch(/^I am a simulated narrator/);
});
