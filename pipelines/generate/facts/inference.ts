// Skills about kinds and reasons: deduction, induction and motivation.
import {drawn, IN_ORDER, numbersWhere, skill, some} from "./skill.js";
import {ANIMALS, COLOURS, NEEDS, PEOPLE, PETS, withArticle} from "./vocabulary.js";

export const deduction = skill({
  number: 15,
  title: "deduction",
  fewest: 2,
  labels: ANIMALS,
  rule: "What is said of a kind holds for each of its kind.",
  form: "one kind of animal",
  make: (random, count) =>
    drawn(() => {
      const kinds = some(ANIMALS, Math.max(2, Math.min(4, Math.floor(count / 2) + 1)), random);
      const fears = kinds.map(kind => ({kind, feared: random.pick(kinds.filter(other => other !== kind))}));
      const told = fears.slice(0, Math.max(1, Math.min(fears.length, count - 1)));
      const pets = some(PETS, Math.min(PETS.length, count - told.length), random).map(name => ({name, kind: random.pick(kinds)}));
      const facts: {text: string; name?: string; kind?: string}[] = random.shuffle([
        ...told.map(({kind, feared}) => ({text: `Every ${kind} is afraid of every ${feared}.`, kind})),
        ...pets.map(({name, kind}) => ({text: `${name} is ${withArticle(kind)}.`, name}))
      ]);
      while (facts.length < count) facts.push(random.pick(facts)); // what has been said is said again
      const asked = pets.flatMap(({name, kind}) =>
        told.filter(fear => fear.kind === kind).map(({feared}) => ({name, kind, feared}))
      );
      if (asked.length === 0) return null;
      const {name, kind, feared} = random.pick(asked);
      return {
        facts: facts.map(({text}) => text),
        supporting: numbersWhere(facts, fact => fact.name === name || fact.kind === kind),
        question: `Which kind of animal is ${name} afraid of?`,
        answer: feared
      };
    })
});

export const induction = skill({
  number: 16,
  title: "induction",
  fewest: 3,
  labels: COLOURS,
  rule: "Animals of one kind have one colour.",
  form: "one colour",
  make: (random, count) =>
    drawn(() => {
      const kinds = some(ANIMALS, 4, random);
      const colours = new Map(kinds.map(kind => [kind, random.pick(COLOURS)]));
      const pets = some(PETS, Math.min(PETS.length, Math.max(2, Math.ceil(count / 2) + 1)), random).map(name => ({
        name,
        kind: random.pick(kinds)
      }));
      const [asked] = pets;
      const statements = pets.flatMap(({name, kind}) => [
        {text: `${name} is ${withArticle(kind)}.`, name, coloured: false},
        ...(name === asked!.name ? [] : [{text: `${name} is ${colours.get(kind)!}.`, name, coloured: true}])
      ]);
      const model = pets.slice(1).find(({kind}) => kind === asked!.kind);
      if (!model) return null;
      const needed = statements.filter(({name}) => name === asked!.name || name === model.name);
      const others = some(
        statements.filter(statement => !needed.includes(statement)),
        count - needed.length,
        random
      );
      const facts = random.shuffle([...needed, ...others]);
      while (facts.length < count) facts.push(random.pick(facts));
      // The colour of every other animal of the kind says the same; which of them the answer rests on is the first that is told whole.
      return {
        facts: facts.map(({text}) => text),
        supporting: numbersWhere(facts, fact => needed.includes(fact)),
        question: `What colour is ${asked!.name}?`,
        answer: colours.get(asked!.kind)!
      };
    })
});

const rooms = NEEDS as Readonly<Record<string, string>>;

export const motivation = skill({
  number: 20,
  title: "motivation",
  fewest: 1,
  labels: [...Object.keys(NEEDS), ...Object.values(NEEDS)],
  rule: `${IN_ORDER} People go where their need is met: ${Object.entries(NEEDS)
    .map(([need, room]) => `who is ${need} goes to the ${room}`)
    .join(", ")}.`,
  form: "one place or one reason",
  make: (random, count) =>
    drawn(() => {
      const cast = some(PEOPLE, Math.min(PEOPLE.length, Math.max(2, Math.ceil(count / 2))), random);
      const told: {text: string; who: string; need: string; goes: boolean}[] = [];
      const needs = new Map<string, string>(cast.map(who => [who, random.pick(Object.keys(NEEDS))]));
      const states = cast.map(who => ({text: `${who} is ${needs.get(who)!}.`, who, need: needs.get(who)!, goes: false}));
      const walks = cast.map(who => ({
        text: `${who} goes to the ${rooms[needs.get(who)!]!}.`,
        who,
        need: needs.get(who)!,
        goes: true
      }));
      // Somebody who goes has said why before.
      while (told.length < count) {
        const open = [
          ...states.filter(state => !told.includes(state)),
          ...walks.filter(walk => !told.includes(walk) && told.some(({who}) => who === walk.who))
        ];
        told.push(open.length > 0 ? random.pick(open) : random.pick(told));
      }
      const gone = new Set(told.filter(({goes}) => goes).map(({who}) => who));
      const waiting = [...new Set(told.map(({who}) => who))].filter(who => !gone.has(who));
      const why = random.chance(0.5);
      const asked = why ? [...gone] : waiting;
      if (asked.length === 0) return null;
      const who = random.pick(asked);
      const need = needs.get(who)!;
      return {
        facts: told.map(({text}) => text),
        supporting: numbersWhere(told, fact => fact.who === who && !fact.goes),
        question: why ? `Why does ${who} go to the ${rooms[need]!}?` : `Where will ${who} go?`,
        answer: why ? need : rooms[need]!
      };
    })
});
