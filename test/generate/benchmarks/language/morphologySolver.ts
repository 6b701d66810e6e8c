// Second solver of ZenMorphology: reads gender and number from articles and endings, vowel harmony from the last vowel, backwards from the last sentence.
import {MORPHOLOGY_OPENING} from "../../../../pipelines/generate/benchmarks/language/morphology.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

type Rule = (phrase: string) => RegExp;
const isFeminineFrench = (noun: string): boolean => /^(?:table|lampe|robe|chaise|voiture|boîte)s?$/u.test(noun);

/** Returns a pattern of the form that agrees with a phrase, by language. */
const RULES: Readonly<Record<string, Rule>> = {
  English: phrase => {
    const head = phrase.split(" ")[1]!;
    if (/ and the /u.test(phrase) || head.endsWith("s")) return /themselves$/u;
    if (/^(?:uncle|boy|king|monk|nephew|grandfather)$/u.test(head)) return /himself$/u;
    return /^(?:aunt|girl|queen|nun|niece|grandmother)$/u.test(head) ? /herself$/u : /itself$/u;
  },
  French: phrase => {
    const nouns = [...phrase.matchAll(/(?:^|et )l(?:e|a|es) (\S+)/gu)].map(([, noun]) => noun!);
    const end = nouns.every(isFeminineFrench) ? "verte" : "vert";
    return new RegExp(nouns.length > 1 || phrase.startsWith("les ") ? `^sont ${end}s$` : `^est ${end}$`, "u");
  },
  German: phrase => {
    const [article, noun] = phrase.split(" ") as [string, string];
    const isPlural = phrase.includes(" und ") || (article === "die" && /(?:^Stühle|n|^Bücher|^Tische|^Boote)$/u.test(noun));
    return isPlural ? /^sind/u : new RegExp(`^ist ${article} `, "u");
  },
  Spanish: phrase => {
    const articles = [...phrase.matchAll(/(?:^|y )(el|las?|los) /gu)].map(([, article]) => article!);
    const vowel = articles.every(each => each.startsWith("la")) ? "a" : "o";
    return new RegExp(articles.length > 1 || articles[0]!.endsWith("s") ? `^están suci${vowel}s$` : `^está suci${vowel}$`, "u");
  },
  Russian: phrase => {
    const noun = phrase.split(" ")[0]!;
    if (phrase.includes(" и ") || /[ыи]$/u.test(noun)) return /^были/u;
    if (/[ая]$/u.test(noun)) return /^была/u;
    return /[ое]$/u.test(noun) ? /^было/u : /^был /u;
  },
  Turkish: phrase => {
    const vowel = [...phrase.matchAll(/[aıeiouöü]/gu)].at(-1)![0];
    return new RegExp(`^-${"ııiiuuüü"["aıeiouöü".indexOf(vowel)]}$`, "u");
  }
};
const FRAMES = /^\d+\. (?:Hoy |В прошлом году |Ayşe )?(.+?) \[([^\]]+)\](?: on the screen| cette année| von allen| gördü)?\.$/u;

const optionsIn = (text: string): [number: string, text: string][] =>
  text.split("; ").map(each => each.split(": ") as [string, string]);

function read(question: string): Worked {
  const lines = question.split("\n");
  const rule = RULES[/in (\w+)\.$/u.exec(lines[0]!)![1]!]!;
  const numberIn = (place: number): string => {
    const [, start, forms] = FRAMES.exec(lines[place]!)!;
    const phrase = start!.startsWith("[") ? new Map(optionsIn(start!.slice(1, -1))).get(numberIn(place - 1))! : start!;
    const fitting = optionsIn(forms!).filter(([, form]) => rule(phrase).test(form));
    if (fitting.length !== 1) throw new SyntaxError(`${fitting.length} forms fit: ${phrase}`);
    return fitting[0]![0];
  };
  return {answer: Number(numberIn(lines.length - 2)), steps: lines.length - 2};
}

/** Solves a question from its text; null where it is none of ZenMorphology. */
export const solveMorphology = methodSolver(MORPHOLOGY_OPENING, [[/./u, read]]);
