// Which language a category names: by a code (`de`, `pt_BR`, `deu_Latn`), or by its English name, alone or behind a kind (`algebra de`).

/** What a category says of its items. */
export interface NamedLanguage {
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
