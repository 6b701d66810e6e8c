// Words that this project's text and names replace, with their counts in the repository.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {globSync} from "tinyglobby";

const ROOT = join(import.meta.dirname, "..");
/** Everything that people write but for the changelog, whose older entries stay, and the files that list the words. */
const FILES = ["*.{md,ts}", "{docs,src,data}/**/*.md", "data/**/*.yaml", "{pipelines,loaders,src/components,test}/**/*.ts"];
const IGNORED = [
  "CHANGELOG.md",
  "src/{data,pipelines}/**",
  "src/.observablehq/**",
  "test/fixtures/**",
  "test/word*",
  // sentences that models write
  "test/score/scorers/refusalLabelled.ts",
  "data/{store,cache}/**"
];

/** Plain words for each kind of replacement. */
const WORDS: Record<string, RegExp> = {
  "stand, stood": /\b(?:stands?|stood|standing)\b/giu,
  beside: /\bbesides?\b/giu,
  "rest on": /\brests? on\b/giu,
  "speak of, say of": /\b(?:speaks?|says?|said) of\b/giu,
  "told, tell": /\b(?:told|tells?)\b/giu,
  "came of, what came": /\b(?:came of|what came)\b/giu,
  anew: /\banew\b/giu,
  "of its own": /\bof (?:its|one's|their) own\b/giu,
  "behind, in front of": /\b(?:behind|in front of)\b/giu,
  "keep back": /\b(?:keeps?|kept|holds?|held) back\b/giu,
  "bear, lack": /\b(?:bears?|lack(?:s|ed|ing)?)\b/giu,
  otherwise: /\b(?:does|do|is|are) otherwise\b/giu,
  "as it is said": /\bas it is (?:said|told|shown)\b/giu,
  "whoever, whatever": /\b(?:whoever|whatever)\b/giu,
  "thing, matter": /\b(?:things?|matters?)\b/giu,
  "a sentence from What, Whether it or Where": /(?:\/\*\* |\/\/ |^ \* |^|[.;] )(?:What|Whether it|Where)\b(?![^.\n]*\?)/gmu
};

/** Bare participles, prepositions and adverbs as names of variables and parameters. */
const BARE =
  "own|found|at|known|of|given|there|told|shown|kept|drawn|only|unless|elsewhere|here|later|after|against|taken|standing|met|bends|rise";
const NAMES: Record<string, RegExp> = {
  "bare names": new RegExp(`\\b(?:const|let) (?:${BARE})\\b|[({,\\[]\\s*(?:${BARE})(?=\\s*(?:[,)}\\]]|[:=] ))`, "gu"),
  "MOST_, FEWEST_, LEAST_, LONGEST_, LARGEST_": /\b(?:MOST|FEWEST|LEAST|LONGEST|LARGEST)_\w+/gu,
  "names of the list":
    /\b(?:bringOwn|whyUnanswered|Unanswered|brokenOff|Elsewhere|stillToAsk|restsOn|restsOnNothing|takenFromBook|putStamp|stampOf|inLanes|holdStore|doubted|asShipped|shippedJudge|keptForLong|ratedIn|inVotes|Untold|Overtaken|HeldBack|asideInput|GivenRow)\b/gu
};
const PATTERNS = {...WORDS, ...NAMES};

export interface Counts {
  /** occurrences of each kind of words */
  total: Record<string, number>;
  /** the same by file */
  files: Record<string, [file: string, count: number][]>;
}

export function countWords(): Counts {
  const counts: Counts = {
    total: Object.fromEntries(Object.keys(PATTERNS).map(name => [name, 0])),
    files: Object.fromEntries(Object.keys(PATTERNS).map(name => [name, []]))
  };
  for (const file of globSync(FILES, {cwd: ROOT, ignore: IGNORED, followSymbolicLinks: false, expandDirectories: false}).sort()) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [name, pattern] of Object.entries(PATTERNS)) {
      if (name in NAMES && !file.endsWith(".ts")) continue;
      const count = text.match(pattern)?.length ?? 0;
      if (count === 0) continue;
      counts.total[name]! += count;
      counts.files[name]!.push([file, count]);
    }
  }
  return counts;
}
