// Second solver of ZenFalsePremises: tries each entry as the one that a phrase means, by the relations read backwards.
import {FALSE_PREMISES_OPENING} from "../../../../pipelines/generate/benchmarks/safety/falsePremises.js";
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";

const RELATION = "deputy|mentor|onward stop|transfer stop|sequel|companion volume|escort|relief ship";
const PHRASE = new RegExp(`((?:the (?:${RELATION}) of )+)(\\w+)`, "gu");
const EVENT = "(?:joined|opened|appeared|sailed first) in (\\d+)";

interface Entry {
  name: string;
  number: string;
  year: string;
  text: string;
}

export function solveFalsePremises(prompt: string): Solved | null {
  const text = block(prompt, FALSE_PREMISES_OPENING);
  if (text === null) return null;
  const [register, question] = text.split("\n\n") as [string, string];
  const entries = register
    .split("\n")
    .slice(1)
    .map((line): Entry => {
      const [, name] = /^(\w+)/u.exec(line)!;
      const [, number] = /(?:room|signal|shelf|berth) (\d+)/u.exec(line)!;
      return {name: name!, number: number!, year: new RegExp(EVENT, "u").exec(line)![1]!, text: line};
    });
  /** Whether the one entry is listed in the other's line under a relation. */
  const isListed = (one: Entry, relation: string, other: Entry): boolean =>
    other.text.includes(`${relation} ${one.name}`) || other.text.includes(`The ${relation} of ${other.name} is ${one.name}.`);
  /** The entry that a phrase means; undefined of none. */
  const meant = ([, relations, start]: RegExpExecArray): Entry | undefined => {
    const names = [...relations!.matchAll(new RegExp(RELATION, "gu"))].map(([name]) => name);
    return entries.find(end => {
      let reached = [end];
      for (const name of names) reached = entries.filter(other => reached.some(one => isListed(one, name, other)));
      return reached.some(({name}) => name === start);
    });
  };
  const phrases = [...question.matchAll(PHRASE)];
  const claimed = phrases.find(({index, 0: {length}}) => new RegExp(`^ ${EVENT}`, "u").test(question.slice(index + length)))!;
  const end = phrases.find(phrase => phrase !== claimed)!;
  const [, year] = new RegExp(EVENT, "u").exec(question)!;
  const [one, other] = [meant(claimed), meant(end)];
  const steps = end[1]!.split(" of ").length;
  return {answer: one && other && one.year === year ? other.number : "wrong", steps};
}
