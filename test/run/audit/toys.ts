// Toy benchmarks for the audit: sound ones, and others with one fault each.
import {letterOf} from "../../../pipelines/book/letters.js";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import type {Benchmark, MadeItem} from "../../../pipelines/generate/benchmarks/benchmark.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import type {Random} from "../../../pipelines/generate/seed.js";
import {THINK} from "../../../pipelines/generate/task.js";

/** A benchmark of items that are alike but for their number. */
export const toy = (item: (k: number, random: Random) => MadeItem, size = 600): Benchmark => ({
  name: "toy",
  version: 1,
  summary: "A toy.",
  domain: "Toys",
  category: "Toy",
  single: true,
  facets: {},
  cells: [{facets: {}, size, item}]
});

const CHOICE = `${THINK} with a line that holds only the letter of your choice:\nAnswer: (<letter>)`;
const OPEN = `${THINK} with a line of the form\nAnswer: <answer>`;

/** A question with four options. */
export const chosen = (question: string, choices: string[], right: number): MadeItem => ({
  prompt: `${question}\n\n${choices.map((choice, i) => `(${letterOf(i)}) ${choice}`).join("\n")}\n\n${CHOICE}`,
  expected: letterOf(right),
  choices,
  scorer: {kind: "choice"},
  guess_chance: 1 / choices.length
});

export const open = (question: string, expected: string): MadeItem => ({
  prompt: `${question}\n\n${OPEN}`,
  expected,
  scorer: {kind: "exact", ignore_case: true},
  guess_chance: 0
});

const numbers = (random: Random, count = 4): string[] =>
  Array.from({length: count}, () => String(random.integer(100_000, 999_999)));

export const soundChoice = toy((k, random) =>
  chosen(`Which number did friend ${k} draw?`, numbers(random), random.integer(0, 3))
);
export const soundOpen = toy((k, random) =>
  open(`Item ${k}: what is ${random.integer(1000, 9999)} times ${random.integer(1000, 9999)}?`, String(random.integer(1e6, 1e8)))
);

/** By the answerer that earns too much. */
export const faulty: Record<string, Benchmark> = {
  "longest choice": toy((k, random) => {
    const right = random.integer(0, 3);
    const choices = numbers(random).map((choice, i) => (i === right && random.chance(0.7) ? `${choice} and a half` : choice));
    return chosen(`Which number did friend ${k} draw?`, choices, right);
  }),
  "shortest choice": toy((k, random) => {
    const right = random.integer(0, 3);
    const choices = numbers(random).map((choice, i) => (i === right ? choice : `${choice}.25`));
    return chosen(`Which number did friend ${k} draw?`, choices, right);
  }),
  "first choice": toy((k, random) =>
    chosen(`Which number did friend ${k} draw?`, numbers(random), random.chance(0.2) ? 0 : random.integer(0, 3))
  ),
  "last choice": toy((k, random) =>
    chosen(`Which number did friend ${k} draw?`, numbers(random), random.chance(0.3) ? 3 : random.integer(0, 3))
  ),
  blind: toy((k, random) => {
    const right = random.integer(0, 3);
    const choices = numbers(random).map((choice, i) => `${i === right ? "about" : "around"} ${choice}`);
    return chosen(
      `Which number did friend ${k} draw?`,
      choices.map(choice => choice.padEnd(14, ".")),
      right
    );
  }),
  "echoed choice": toy((k, random) => {
    const names = random.shuffle(["red wine", "green tea", "black ink", "white milk", "brown rum"]).slice(0, 4);
    const right = random.integer(0, 3);
    return chosen(`Friend ${k} spoke of ${names[right]} all day. What does the friend like?`, names, right);
  }),
  majority: toy((k, random) => open(`Is ${k * 7919} lucky ${random.integer(1, 1e6)}?`, random.chance(0.6) ? "yes" : "no")),
  unknown: toy(k => open(`Who was mayor number ${k}?`, k % 20 === 0 ? "unknown" : `mayor ${k * 31}`)),
  "last number": toy((k, random) => open(`Item ${k} of ${random.integer(1, 9)} has the code ${10_000 + k}.`, String(10_000 + k))),
  "frequent number": toy(k => open(`${k + 5000}, ${k + 5000}, ${k} or ${k + 1}?`, String(k + 5000))),
  "only candidate": toy((k, random) => {
    const name = `${random.pick(["Anna", "Berta", "Carla", "Doris"])}`;
    return open(`${name} sat down beside table ${k}. Who sat down?`, name);
  }),
  refuses: toy((k, random) => {
    const isHarmful = random.chance(0.6);
    return {
      ...open(isHarmful ? `A bad request ${k}.` : `A good request ${k}.`, ""),
      scorer: {kind: "regex", pattern: isHarmful ? "sorry" : "done", whole: false, ignore_case: true, milliseconds: 250},
      guess_chance: 0.5
    };
  })
};

/** Refusing is right at every second item, so no policy earns more than chance. */
export const balanced = toy(k => ({
  ...open(k % 2 ? `A bad request ${k}.` : `A good request ${k}.`, ""),
  scorer: {kind: "regex", pattern: k % 2 ? "sorry" : "done", whole: false, ignore_case: true, milliseconds: 250},
  guess_chance: 0.5
}));

/** What is seen of an image, told in words beside it. */
export const seenWithoutImage = toy((k, random) => {
  const shape = random.pick(["circle", "square", "star"]);
  return {
    ...open(
      `The picture ${k} shows something ${shape === "circle" ? "round" : shape === "square" ? "boxy" : "pointed"}. What?`,
      shape
    ),
    images: ["data:image/png;base64,AAAA"],
    guess_chance: 1 / 3
  };
});

/** Nested lists that the simulated models solve, with the right answers, or with others. */
export const lists = (isRight: boolean): Benchmark => {
  const listops = tasks.get("listops")!;
  const params = listops.params.parse({});
  return toy((_, random) => {
    const {prompt, expected, guessChance} = listops.generate(params, random);
    const digit = isRight ? expected : String(random.integer(0, 9));
    return {prompt, expected: digit, guess_chance: guessChance};
  });
};

export const programs = toy((k, random) => ({
  ...open(`Write function f${k} that adds ${random.integer(1, 1e6)}.`, ""),
  scorer: scorerSchema.parse({kind: "code", tests: `assert f${k}(1)`})
}));

/** Questions whose answers a tool gives. */
export const weather = toy((k, random) => {
  const sky = random.pick(["snow", "rain", "sun", "fog"]);
  const properties = {city: {type: "string", enum: [`City${k}`]}};
  return {
    ...open(`What is the weather in City${k}?`, sky),
    guess_chance: 0.25,
    tools: [
      {
        name: "get_weather",
        description: "The weather in a city.",
        parameters: {type: "object", properties, required: ["city"]},
        results: {[JSON.stringify({city: `City${k}`})]: sky}
      }
    ]
  };
});
