// The study of languages: accuracy by language, the paired gap to English, and answers in the wrong language.
import {itemLocator, type Located} from "../../generate/benchmarks/located.js";
import {benchmarks} from "../../generate/benchmarks/registry.js";
import {literal} from "../../rows/literal.js";
import {UNSCORED} from "../../score/score.node.js";
import type {Status} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {KIND_LANGUAGE} from "../../store/estimates.sql.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import {accuracyMeasures, type EstimateStudy, type MeasuredSet, plainMeasures} from "../rateStudy.js";
import {ALL_OTHERS, type LanguageAnswer, type LanguageGap, languageGaps} from "./gaps.js";

interface Item {
  item_id: string;
  base_task: string;
  category: string;
  pair_id: string;
  edition: number;
  version: number;
}

/** What a question is, by the identity of its item. */
interface Asked {
  base_task: string;
  language: string;
  kind: string;
  /** Shared by questions that ask the same. */
  pair: string;
}

interface Answer extends EvaluationKey {
  item_id: string;
  status: Status;
  parsed: boolean;
  guess: number;
  elsewhere: boolean | null;
  simulated: boolean;
}

/** A response without a score. */
type Unscored = EvaluationKey & {item_id: string; simulated: boolean};

/** Manifold tasks have no domain; none of them asks in several languages. */
const ITEMS = `select item_id, base_task, any_value(category) as category, any_value(pair_id) as pair_id, any_value(generator_version)::int as version,
  any_value(coalesce(try_cast(json_extract_string(params, '$.edition') as integer), 1)) as edition
  from items where pair_id is not null and domain <> '' group by item_id, base_task order by base_task, item_id`;

const NAMES = `'${UNSCORED.join("', '")}'`;
const answersOf = (eval_id: string, tasks: string): string => `with measured as (
    select item_id, bool_or(value > 0) as elsewhere from measures where eval_id = ${literal(eval_id)} and trial = 0 and name = 'wrong_language' group by 1)
  select eval_id, model, template, sampler, item_id, status, parsed, guess_chance as guess, elsewhere, simulated
  from samples left join measured using (item_id) where eval_id = ${literal(eval_id)} and trial = 0 and base_task in (${tasks}) order by item_id`;
/** Of an evaluation without a point, only a simulated model leaves questions unanswered by saying so. */
const unscoredOf = (eval_id: string): string => `select eval_id, model, template, sampler, item_id,
    coalesce((select bool_and(simulated) from points where eval_id = ${literal(eval_id)}), name = 'not_answered') as simulated
  from measures where eval_id = ${literal(eval_id)} and trial = 0 and name in (${NAMES}) order by item_id`;

export const languages: EstimateStudy = {
  name: "languages",
  needs: {samples: [], measures: [], items: ["pair_id", "domain", "category"], points: []},
  async *sets({rows}) {
    const asked = askedOf(await rows<Item>(ITEMS));
    if (asked.size === 0) return;
    const byTask = groupBy([...asked.values()], ({base_task}) => base_task);
    const tasks = [...byTask.keys()].map(literal).join(", ");
    const english = new Map([...byTask].map(([task, group]) => [task, englishAmong(group.map(({language}) => language))]));
    const evaluations = "select eval_id from samples union select eval_id from measures order by eval_id";
    for (const {eval_id} of await rows<{eval_id: string}>(evaluations)) {
      const answers = await rows<Answer>(answersOf(eval_id, tasks));
      yield* setsOf({answers, unscored: await rows<Unscored>(unscoredOf(eval_id)), asked, english});
    }
  }
};

/** Questions that are asked in several languages: those of benchmarks with such a facet, and those of banks of which some pair has two. */
function askedOf(items: readonly Item[]): Map<string, Asked> {
  const found = new Map<string, Asked>();
  for (const [base_task, own] of groupBy(items, item => item.base_task)) {
    const benchmark = benchmarks.get(base_task);
    const several = benchmark ? (benchmark.paired ?? []).includes("language") : false;
    const known = benchmark ? (several ? ofBenchmark(base_task, own) : []) : ofBank(own);
    for (const [item_id, asked] of known) found.set(item_id, asked);
  }
  return found;
}

/** Items of another version than the benchmark's are unknown, and left out. */
function ofBenchmark(base_task: string, items: readonly Item[]): [string, Asked][] {
  const benchmark = benchmarks.get(base_task)!;
  const locators = new Map<number, ReturnType<typeof itemLocator>>();
  const located = ({item_id, pair_id, edition}: Item): Located | null => {
    let locate = locators.get(edition);
    if (!locate) locators.set(edition, (locate = itemLocator(benchmark, edition)));
    return locate({item_id, pair_id});
  };
  return items.flatMap((item): [string, Asked][] => {
    const place = item.version === benchmark.version ? located(item) : null;
    if (!place) return [];
    const {language, kind = ""} = place.facets;
    return [[item.item_id, {base_task, language: String(language), kind: String(kind), pair: questionOf(item)}]];
  });
}

function ofBank(items: readonly Item[]): [string, Asked][] {
  const named = items.flatMap((item): [string, Asked][] => {
    const found = languageOf(item.category);
    return found ? [[item.item_id, {base_task: item.base_task, ...found, pair: questionOf(item)}]] : [];
  });
  const pairs = groupBy(named, ([, {pair}]) => pair);
  const isTranslated = [...pairs.values()].some(own => new Set(own.map(([, {language}]) => language)).size > 1);
  return isTranslated ? named : [];
}

/** What an item asks, whatever the point: the part of its pair's identity behind the point's. */
const questionOf = ({pair_id, version}: Item): string => `${version} ${pair_id.slice(pair_id.indexOf("-") + 1)}`;

interface OfEvaluation {
  answers: readonly Answer[];
  unscored: readonly Unscored[];
  asked: ReadonlyMap<string, Asked>;
  english: ReadonlyMap<string, string | null>;
}

/** The estimates of one evaluation: of all kinds together, and of each kind of which something was answered. */
function* setsOf({answers, unscored, asked, english}: OfEvaluation): Generator<MeasuredSet> {
  const isKnown = ({item_id}: {item_id: string}) => asked.has(item_id);
  const taskOf = ({item_id}: {item_id: string}) => asked.get(item_id)!.base_task;
  const [scored, missing] = [groupBy(answers.filter(isKnown), taskOf), groupBy(unscored.filter(isKnown), taskOf)];
  for (const base_task of new Set([...scored.keys(), ...missing.keys()])) {
    const [group, none] = [scored.get(base_task) ?? [], missing.get(base_task) ?? []];
    const kinds = [...new Set(group.map(({item_id}) => asked.get(item_id)!.kind))].filter(kind => kind !== "").sort();
    for (const kind of ["", ...kinds]) {
      const isOf = ({item_id}: {item_id: string}) => kind === "" || asked.get(item_id)!.kind === kind;
      const left = none.filter(isOf).map(({item_id}) => asked.get(item_id)!.language);
      const base = english.get(base_task)!;
      const rows = languageGaps(
        group.filter(isOf).map((answer): LanguageAnswer => ({...answer, ...asked.get(answer.item_id)!})),
        {english: base, languages: left}
      );
      for (const {language, ...row} of rows) {
        const isHere = (other: string) => (language === ALL_OTHERS ? other !== base : other === language);
        yield {
          ...(group[0] ?? none[0]!),
          base_task,
          ...(kind === ""
            ? {facet: "language", facet_value: language}
            : {facet: KIND_LANGUAGE, facet_value: `${kind} ${language}`}),
          measures: measuresOf(row, left.filter(isHere).length)
        };
      }
    }
  }
}

function measuresOf(row: Omit<LanguageGap, "language">, unscored: number): MeasuredSet["measures"] {
  const {n, correct, truncated, unparsed, guess, accuracy, low, high, pairs, gap, gap_low, gap_high, p, q, exact} = row;
  const {only_english, only_language, measured, wrong_language, wrong_low, wrong_high} = row;
  return {
    ...accuracyMeasures({n, correct, truncated, unparsed, guess, accuracy, low, high}),
    ...plainMeasures({unscored, p, q, only_english, only_language, exact}),
    gap: {value: gap, low: gap_low, high: gap_high, ...{n: pairs, clusters: pairs, truncated: 0, method: "paired"}},
    wrong_language: {
      value: wrong_language,
      low: wrong_low,
      high: wrong_high,
      ...{n: measured, clusters: null, truncated: 0, method: "clustered wilson"}
    }
  };
}

// Which language a category names: by a code (`de`, `pt_BR`, `deu_Latn`), or by its English name, alone or behind a kind (`algebra de`).

/** What a category says of its items. */
interface NamedLanguage {
  /** Tag of BCP 47 in its shortest form: `de`, `zh-TW`. */
  language: string;
  /** What stands in front of the language; empty if nothing. */
  kind: string;
}

/** Codes as benchmarks write them: two or three letters, then perhaps script and region. */
const CODE = /^[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|[a-z]{2}))*$/u;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

const named = new Intl.DisplayNames("en", {type: "language", fallback: "none"});
let names: ReadonlyMap<string, string> | undefined;

/** Languages by their English names in small letters, of those with a code of two letters. */
const byName = (): ReadonlyMap<string, string> =>
  (names ??= new Map(
    LETTERS.flatMap(first => LETTERS.map(second => first + second)).flatMap(code => {
      const name = named.of(code);
      // Withdrawn codes, such as `iw`, have the names of those that replaced them.
      return name === undefined || Intl.getCanonicalLocales(code)[0] !== code ? [] : [[name.toLowerCase(), code] as const];
    })
  ));

/** The shortest tag of a code or name; null where it names no language. */
function tagOf(text: string): string | null {
  const name = byName().get(text.toLowerCase());
  if (name !== undefined) return name;
  if (!CODE.test(text)) return null;
  try {
    const locale = new Intl.Locale(text.replaceAll("_", "-"));
    return named.of(locale.language) === undefined ? null : locale.minimize().baseName;
  } catch {
    return null;
  }
}

/** The language that a category names; null where it names none. */
export function languageOf(category: string): NamedLanguage | null {
  const text = category.trim();
  const whole = tagOf(text);
  if (whole !== null) return {language: whole, kind: ""};
  const [, kind = "", last = ""] = /^(.*\S)[\s/:,|]+(\S+)$/u.exec(text) ?? [];
  const language = last === "" ? null : tagOf(last);
  return language === null ? null : {language, kind: kind.replace(/[\s/:,|]+$/u, "")};
}

const isEnglish = (tag: string): boolean => tag === "en" || tag.startsWith("en-");

/** The language of these with which the others are compared: `en`, or else the first kind of English; null where there is none. */
export function englishAmong(languages: Iterable<string>): string | null {
  const found = [...new Set(languages)].filter(isEnglish).sort();
  return found[0] ?? null;
}
