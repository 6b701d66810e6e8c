// Solver of the task "movies".
import {block} from "./block.js";
import type {Solver} from "./solver.js";

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
