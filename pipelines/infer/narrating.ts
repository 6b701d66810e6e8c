// Prompts for a model that tells stories: what is wanted, and what it is wanted of as JSON, which simulated narrators read back.
import {z} from "zod";

/** Longest texts of a world, characters. */
const LONGEST = {name: 60, phrase: 120, sentence: 400};
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\n\r]*$/u, "more than one line");

/** Where a story plays. */
export const worldSchema = z.strictObject({
  genre: line(LONGEST.phrase).describe("what kind of story it is"),
  setting: line(LONGEST.sentence).describe("where it plays"),
  characters: z
    .array(
      z.strictObject({
        name: line(LONGEST.name),
        role: line(LONGEST.phrase).describe("what the person does there"),
        quirk: line(LONGEST.sentence).describe("what the person is known for")
      })
    )
    .min(1)
    .describe("the people of the story"),
  object: z
    .strictObject({one: line(LONGEST.name), many: line(LONGEST.name)})
    .describe("the kind of thing that is counted, in singular and plural")
});
export type World = z.infer<typeof worldSchema>;

const about = {world: worldSchema, words: z.int()};
const before = z.string().describe("end of the text so far");

/** A part of a story that a model is asked for. */
const partSchema = z.discriminatedUnion("part", [
  z.object({part: z.literal("world"), names: z.array(z.string()), genre: z.string().optional()}),
  z.object({part: z.literal("anchors"), world: worldSchema, count: z.int(), longest: z.int()}),
  z.object({part: z.literal("introduction"), ...about}),
  z.object({
    part: z.literal("beat"),
    ...about,
    rule: z.string(),
    figures: z.array(z.int()),
    results: z.array(z.string()),
    name: z.string(),
    before
  }),
  z.object({part: z.literal("padding"), ...about, before}),
  z.object({part: z.literal("question"), name: z.string()})
]);
export type PartRequest = z.infer<typeof partSchema>;
export type AskedPart = PartRequest["part"];

/** How prompts are worded; increased with any change of them, so that narratives of other prompts have other ids. */
export const PROMPTS_VERSION = 1;

/** How a scene is to be told. */
export interface Manner {
  /** How numbers are written. */
  numerals: "mixed" | "words" | "digits";
  /** Whether the results that a scene calls have been told before, or come later. */
  order: "inner first" | "outer first";
  /** Scenes that are shown as examples. */
  examples: number;
}

const NUMERALS = {
  mixed: "in digits or in words",
  words: "in words, those above ninety-nine in digits",
  digits: "in digits"
};
const NOTHING_ELSE =
  "Reply with that text and nothing else: no title, no label, no remark before or behind it, no markdown, no quotation marks around the whole.";
const NO_NUMBER =
  'It has no number, neither in digits nor in words: no count, date, time of day, age, ordinal such as "first" or fraction such as "half".';

const TASKS: {readonly [Part in AskedPart]: (request: Extract<PartRequest, {part: Part}>, manner: Manner) => string} = {
  world: ({genre}) => `Invent the world of a story${genre === undefined ? "" : `; its genre is ${genre}`}.
Its characters are the people in "names", all of them and under exactly these names, each with a role and a quirk. "object" is one kind of thing that its people may count. ${NO_NUMBER}
Reply with one JSON object and nothing else, of this form: {"genre": "...", "setting": "...", "characters": [{"name": "...", "role": "...", "quirk": "..."}], "object": {"one": "...", "many": "..."}}`,
  anchors: () => `In a story of this world, results get names by which people call them later on, such as "the Amber Lantern".
Invent as many such names as "count" says, each of "longest" words at most. All differ, and none is a part of another. None has a number in it or says how large something is or how it came about.
Reply with a JSON list of texts and nothing else.`,
  introduction: () => `Write the beginning of a story in this world, in about as many words as "words" says.
It says where the story plays and who its people are, and that they count the things called "object" part by part, where each result gets a name of its own. ${NO_NUMBER}
${NOTHING_ELSE}`,
  beat: (
    _,
    {numerals, order}
  ) => `Write the next scene of a story in this world, in about as many words as "words" says. Its people come to a result in it:
- The scene states each number in "figures", as a count of "object", exactly as often as it stands in the list, ${NUMERALS[numerals]}.
- It calls each result in "results" by that name, word for word, without its value${order === "inner first" ? "; its people know it from earlier" : "; its people will learn it later"}.
- It says clearly that "rule" is applied to all of these together, and to nothing besides.
- It gives the result the name in "name", word for word, and never says what number that is.
There is no other number in it, neither in digits nor in words: no date, time of day, age, ordinal such as "first", fraction such as "half", "a dozen" or "a couple". No number is repeated.
${NOTHING_ELSE}`,
  padding:
    () => `Continue this scene of a story in about as many words as "words" says, with talk, weather, memories or the place.
Nothing comes of it: nothing is counted, and no result is named or spoken of. ${NO_NUMBER}
${NOTHING_ELSE}`,
  question:
    () => `Write one question that asks which number stands behind the name in "name", and has that name word for word. ${NO_NUMBER}
${NOTHING_ELSE}`
};

/** A scene as an example for others. */
interface SceneExample {
  operation: "MAX" | "SM" | "MIN";
  rule: string;
  figures: number[];
  results: string[];
  name: string;
  scene: string;
}

/** Scenes that tell their operation rightly. */
export const SCENE_EXAMPLES: readonly SceneExample[] = [
  {
    operation: "MAX",
    rule: "the largest of its figures",
    figures: [3, 7],
    results: ["the Tall Lamp"],
    name: "the Grey Coat",
    scene:
      'Ada found three boats at the pier, and Bo counted 7 boats behind the shed. "The Tall Lamp goes with them," said Ada. Of all these they kept the largest, and Bo wrote it down as the Grey Coat.'
  },
  {
    operation: "SM",
    rule: "the sum of its figures modulo 10 (the last digit of the sum)",
    figures: [6, 6, 9],
    results: [],
    name: "the Old Bell",
    scene:
      "Rain fell on the yard. Six boats lay upside down by the wall, another six boats were tied to the rail, and Bo swore to nine boats in the reeds. They added all of them up and kept the last digit of the sum alone. Ada would call that figure the Old Bell."
  },
  {
    operation: "MIN",
    rule: "the smallest of its figures",
    figures: [4],
    results: ["the Old Bell", "the Grey Coat"],
    name: "the Quiet Hill",
    scene:
      "The ferryman had 4 boats to show. Beside them on the slate Ada set what they knew as the Old Bell, and under it the Grey Coat. Whichever was the smallest of these was what counted here, and from then on it went by the name of the Quiet Hill."
  }
];
export const MOST_EXAMPLES = SCENE_EXAMPLES.length;

const ASKED = "\n\nWhat it is asked of, as JSON:\n";

/**
 * The prompt for a part.
 * @param faults what was wrong with an earlier attempt
 */
export function partPrompt(request: PartRequest, manner: Manner, faults: readonly string[] = []): string {
  const task = (TASKS[request.part] as (request: PartRequest, manner: Manner) => string)(request, manner);
  const examples = request.part === "beat" ? SCENE_EXAMPLES.slice(0, manner.examples) : [];
  return [
    task,
    ...examples.map(
      ({rule, figures, results, name, scene}) =>
        `\n\nAn example, for ${JSON.stringify({rule, figures, results, name})}:\n${scene}`
    ),
    ASKED,
    JSON.stringify(request),
    faults.length === 0
      ? ""
      : `\n\nAn earlier attempt was not accepted:\n${faults.map(fault => `- ${fault}`).join("\n")}\nWrite it anew, without these faults.`
  ].join("");
}

/** What a prompt asks for; null where it is no prompt for a part of a story. */
export function partAskedIn(prompt: string): PartRequest | null {
  const start = prompt.lastIndexOf(ASKED);
  if (start < 0) return null;
  const [json = ""] = prompt.slice(start + ASKED.length).split("\n", 1);
  try {
    const read = partSchema.safeParse(JSON.parse(json));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
