// Solvers of the tasks "cars", "movies" and "shuffle", whose answer is the letter of an option.
import type {Mind} from "../mind.js";
import {block, optionsIn} from "./block.js";
import type {Solver} from "./solver.js";

const MOVE = /(?<!\w)(\w+) to (\d+)/g;

export const cars: Solver = {
  read: prompt =>
    prompt.includes("Cars stand in parking lots")
      ? untilQuestion(block(prompt, "A plan that breaks these rules anywhere is not allowed."))
      : null,
  longest: 32_768,
  solve(question, mind) {
    const line = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(question)?.[1] ?? "";
    const roads = new Set([...line("Roads").matchAll(/(?<!\d)(\d+)-(\d+)/g)].flatMap(([, a, b]) => [`${a}-${b}`, `${b}-${a}`]));
    const lots = (text: string) => new Map([...text.matchAll(/(?<!\w)(\w+) in (\d+)/g)].map(([, car, lot]) => [car!, lot!]));
    const [start, goal] = [lots(line("Start")), lots(line("Goal"))];
    const options = optionsIn(question);
    if (options.length === 0 || start.size === 0) throw new SyntaxError("no plans or no cars");
    const steps: string[] = [];
    for (const {letter, text} of options) {
      const fault = faultOf(text, {roads, start, goal}, mind);
      steps.push(`Plan ${letter} ${fault}`);
      if (fault === REACHES) return {steps, answer: letter};
    }
    return {steps, answer: mind.random.pick(options).letter};
  }
};

const REACHES = "reaches the goal";

function faultOf(
  plan: string,
  {roads, start, goal}: {roads: Set<string>; start: Map<string, string>; goal: Map<string, string>},
  mind: Mind
): string {
  const at = new Map(start);
  for (const [, car, to] of plan.matchAll(MOVE)) {
    const from = at.get(car!)!;
    const free = ![...at.values()].includes(to!) && roads.has(`${from}-${to}`);
    const effort = {load: 0.3 + 0.02 * roads.size, remembered: 1 + at.size, depth: 1};
    if (mind.errs(effort)) {
      // Either the rule is applied wrongly, or the car's position is remembered wrongly.
      if (mind.random.chance(0.5) === free) return `is stopped at ${car} to ${to}`;
      at.set(car!, mind.random.pick([from, to!]));
    } else if (!free) return `breaks a rule at ${car} to ${to}`;
    else at.set(car!, to!);
  }
  return [...goal].every(([car, lot]) => at.get(car) === lot) ? REACHES : "ends elsewhere";
}

/** The facts and options, without the question itself. */
const untilQuestion = (text: string | null) => text?.split("\n\nExactly one of these plans")[0] ?? null;

// Solver of the task "movies".

const OPINION = /^(\w+) (liked|disliked) "[^"]+" \((.+)\)\.$/;
const ASKED = /^Which film suits (\w+) best\?$/m;
const OPTION = /^\(([A-L])\) ("[^"]+") \((.+)\)$/gm;

/** Adds up the points of each film on offer, going through the seen films one by one. */
export const movies: Solver = {
  read: prompt => block(prompt, "The film with the most points suits best."),
  longest: 32_768,
  solve(question, mind) {
    const {random} = mind;
    const viewer = ASKED.exec(question)?.[1];
    const options = [...question.matchAll(OPTION)].map(([, letter, title, of]) => ({
      letter: letter!,
      title: title!,
      of: of!.split("; ")
    }));
    if (!viewer || options.length === 0) throw new SyntaxError("nobody to please or no options");
    const opinions = question.split("\n").flatMap(line => {
      const [, who, verb, of] = OPINION.exec(line) ?? [];
      return who && of ? [{who, liked: verb === "liked", of: of.split("; ")}] : [];
    });
    const remembered = Math.min(options.length, 4) * 0.5 + 0.1 * opinions.length;
    const errs = (load: number) => mind.errs({load, remembered, depth: 0});
    // Whose opinion it is and whether it was favourable is noticed once, for all options.
    const noted = opinions.filter(({who}) => !mind.overlooks(opinions.length) && (who === viewer) !== errs(0.4));
    const taken = noted.map(({liked, of}) => ({worth: liked !== errs(0.35) ? 1 : -1, of}));
    const steps: string[] = [];
    let best = random.pick(options);
    let most = -Infinity;
    for (const option of options) {
      let points = 0;
      for (const {worth, of} of taken) {
        const agree = of.filter((value, i) => value === option.of[i]).length;
        const slip = errs(0.1 + 0.06 * of.length) ? (random.chance(0.5) ? 1 : -1) : 0;
        points += worth * Math.max(0, agree + slip);
      }
      steps.push(`(${option.letter}) ${option.title} has ${points} points`);
      if (points <= most) continue;
      most = points;
      best = option;
    }
    return {steps, answer: best.letter};
  }
};

// Solver of the task "shuffle".

const START = /^(\w+) (?:gets|is to dance with|takes|has|holds) (.+)\.$/;
const SWAP = /\b(?:swap|trades?|exchange|switch|changes places)\b/;
const NO_SWAP = /\b(?:but|nearly)\b/;
/** Number of swaps beyond which only some of them are written down. */
const MOST_STEPS = 24;

/** Remembers what everybody has and carries out one swap after the other. */
export const shuffle: Solver = {
  read: prompt => block(prompt, "Only a swap that is said to happen changes anything."),
  longest: 65_536,
  solve(question, mind) {
    const {random} = mind;
    const [start, story, asked] = question.split("\n");
    const options = optionsIn(question);
    if (!start || !story || !asked || options.length === 0) throw new SyntaxError("no story or no options");
    const held = new Map<string, string>();
    for (const sentence of start.split(/(?<=\.) /)) {
      const [, name, thing] = START.exec(sentence) ?? [];
      if (name && thing) held.set(name, thing);
    }
    const names = [...held.keys()];
    const first = new Map(held);
    const sentences = story.split(/(?<=\.) /);
    const every = Math.ceil(sentences.length / MOST_STEPS);
    const steps: string[] = [];
    for (const [i, sentence] of sentences.entries()) {
      const about = namesIn(sentence, held);
      const a = about[0];
      let b = about[1];
      if (a === undefined || mind.overlooks(sentences.length)) continue;
      if (sentence.startsWith("Remember")) {
        // The memory of the start may overwrite the present state.
        if (mind.errs({load: 0.5, remembered: names.length * 0.5, depth: 0})) held.set(a, first.get(a)!);
        continue;
      }
      if (b === undefined) continue;
      const real = SWAP.test(sentence) && !NO_SWAP.test(sentence);
      const wrong = mind.errs({load: real ? 0.9 : 0.5, remembered: names.length * 0.8, depth: 0});
      if (!real && !wrong) continue;
      if (real && wrong) b = random.pick(names.filter(name => name !== a && (name !== about[1] || names.length === 2)));
      if (real && wrong && names.length === 2) continue; // with two people the only possible mistake is to omit the swap
      const [had, gets] = [held.get(a)!, held.get(b)!];
      held.set(a, gets).set(b, had);
      if (i % every === 0) steps.push(`Now ${a} has ${gets} and ${b} has ${had}`);
    }
    const whose = namesIn(asked, held)[0];
    const answer = options.find(({text}) => text === held.get(whose ?? ""));
    if (!whose || !answer) throw new SyntaxError("nobody is asked about");
    steps.push(`In the end ${whose} has ${answer.text}`);
    return {steps, answer: answer.letter};
  }
};

const namesIn = (sentence: string, held: ReadonlyMap<string, string>) =>
  (sentence.match(/\b[A-Z]\w+/g) ?? []).filter(word => held.has(word));
