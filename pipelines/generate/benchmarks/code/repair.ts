// The benchmark ZenRepair: functions with a docstring and one planted fault, which hidden tests find.
import {type Random, severalOf} from "../../seed.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {type Family, functionCells, functionItem, functionOf, type Line, pythonOf, runLines} from "./smallFunctions.js";

/** Hidden tests that find the fault, at least. */
const MIN_FAILED = 4;

/** Lines with a fault: another constant, two lines exchanged, a line that is missing, or another operation. */
const FAULTS: readonly ((lines: readonly Line[], family: Family, random: Random) => Line[])[] = [
  (lines, _, random) => {
    const places = lines.flatMap(({operation}, i) => (operation.range ? [i] : []));
    if (places.length === 0) return [...lines];
    const place = random.pick(places);
    const {operation, constant} = lines[place]!;
    return lines.with(place, {operation, constant: constant + (constant > 2 && random.chance(0.5) ? -1 : 1)});
  },
  (lines, _, random) => {
    const place = random.integer(0, lines.length - 2);
    return lines.with(place, lines[place + 1]!).with(place + 1, lines[place]!);
  },
  (lines, _, random) => lines.toSpliced(random.integer(0, lines.length - 1), 1),
  (lines, {operations}, random) => {
    const [place] = severalOf([...lines.keys()], 1, random) as [number];
    const operation = random.pick(operations.filter(each => each !== lines[place]!.operation)) as Line["operation"];
    return lines.with(place, {operation, constant: operation.range ? random.integer(...operation.range) : 0});
  }
];

function itemOf(family: Family, level: number, random: Random): MadeItem {
  for (;;) {
    const made = functionOf(family, level, random);
    const faulty = random.pick(FAULTS)(made.lines, family, random);
    const failed = made.scorer.cases.filter(
      ({arguments: [argument], result}) => JSON.stringify(runLines(family, faulty, argument)) !== JSON.stringify(result)
    );
    if (failed.length >= MIN_FAILED) return functionItem(made, {opening: REPAIR_OPENING, rest: `\n${pythonOf(family, faulty)}`});
  }
}

/** The words that begin every question. */
export const REPAIR_OPENING =
  "This function in Python has one fault: it does not do what its docstring says. Mend it. The docstring and its examples are right.";

export const repair: Benchmark = {
  name: "zen-repair",
  version: 1,
  summary: "Mend functions in Python of two to nine lines, of which one is wrong, missing or in the wrong place.",
  domain: "Code generation",
  category: "Repair",
  facets: {family: "what the function is about", level: "difficulty, 1 to 5: two to nine operations"},
  single: true,
  cells: functionCells(itemOf)
};
