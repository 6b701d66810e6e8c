// The facts of ZenHallu from packages of the registry, each from one package and held against another of other hands; where the two differ, the
// fact is left out.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import {rawTimeZones} from "@vvo/tzdb";
import {codes as currencyCodes, code as currencyOf} from "currency-codes-ts";
import {iso6393} from "iso-639-3";
import mime from "mime";

const require = createRequire(import.meta.url);
const {countries} = require("countries-list") as {
  countries: Record<string, {name: string; phone: number[]; capital: string; currency: string[]}>;
};
const {countries: otherCountries, currencies: otherCurrencies} = require("country-data-list") as {
  countries: Record<string, {alpha3: string; countryCallingCodes: string[]; currencies: string[]}>;
  currencies: Record<string, {name: string; number: string}>;
};
const iso = require("i18n-iso-countries") as {
  getName(code: string, language: string, options: {select: "all"}): string[] | undefined;
  alpha2ToAlpha3(code: string): string;
  alpha2ToNumeric(code: string): string;
};
const locales = require("country-locale-map") as {
  getAllCountries(): {
    alpha2: string;
    alpha3: string;
    numeric: string;
    name: string;
    capital: string;
    currency: string;
    currency_name: string;
  }[];
};
const langs = require("langs") as {all(): Record<"1" | "2T" | "3" | "name", string>[]};
const mimeDb = require("mime-db") as Record<string, {source?: string; extensions?: string[]}>;
const zones = require("countries-and-timezones") as {
  getAllTimezones(options: {deprecated: boolean}): Record<string, {countries: string[]; utcOffset: number}>;
};
const {elements: chemical} = require("chemical-elements") as {
  elements: {number: number; symbol: string; name: string; mass: number | null}[];
};
const periodic = JSON.parse(
  readFileSync(join(require.resolve("periodic-table-data/package.json"), "../periodicTableData.json"), "utf8")
) as {
  atomicNumber: number;
  symbol: string;
  name: string;
  atomicMass: number;
}[];

/** An entity, then the right spellings of the answer to each relation of its subject, the first the expected one; none = left out. */
export type Row = [entity: string, ...answers: string[][]];

/** A text without case, accents and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
const same = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plain(a) === plain(b);
const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))];
const shareWord = (a: string, b: string): boolean =>
  plain(a)
    .split(" ")
    .some(word => plain(b).split(" ").includes(word));
/** The answer where the sources agree, else nothing. */
const agreed = (agree: boolean, ...answers: (string | undefined)[]): string[] =>
  agree ? unique(answers.flatMap(answer => answer ?? [])) : [];

const localeOf = new Map(locales.getAllCountries().map(each => [each.alpha2, each]));
const bare = (digits: string) => digits.replace(/^0+/u, "");

function countryRows(): Row[] {
  return Object.entries(countries).flatMap(([code, {name, phone, capital, currency}]): Row[] => {
    const [locale, other] = [localeOf.get(code), otherCountries[code]];
    if (!locale || !other || /[,()]|\bislands\b/iu.test(name)) return [];
    const calling = other.countryCallingCodes.map(each => each.replace(/\D/gu, ""));
    const [alpha3, numeric] = [iso.alpha2ToAlpha3(code), iso.alpha2ToNumeric(code)];
    return [
      [
        name,
        agreed(same(capital, locale.capital), capital, locale.capital),
        agreed(alpha3 === locale.alpha3 && alpha3 === other.alpha3, alpha3),
        agreed(numeric === locale.numeric.padStart(3, "0"), numeric, bare(numeric)),
        agreed(
          currency.length === 1 &&
            other.currencies.length === 1 &&
            currency[0] === locale.currency &&
            currency[0] === other.currencies[0],
          currency[0],
          otherCurrencies[currency[0]!]?.name,
          locale.currency_name
        ),
        agreed(phone.length === 1 && calling.length === 1 && String(phone[0]) === calling[0], calling[0], `+${calling[0]}`)
      ]
    ];
  });
}

function currencyRows(): Row[] {
  return currencyCodes().flatMap((code): Row[] => {
    const [own, other] = [currencyOf(code), otherCurrencies[code]];
    // Names are spelled in two ways, as "UAE Dirham": the code, the number and a word of the name must agree.
    if (!own || !other || bare(own.number) !== bare(other.number) || !shareWord(own.currency, other.name)) return [];
    if (/[()]|unit|testing|fund|gold|silver|palladium|platinum|special|no currency/iu.test(`${own.currency} ${other.name}`))
      return [];
    return [[own.currency, [code], unique([own.number.padStart(3, "0"), bare(own.number)])]];
  });
}

function languageRows(): Row[] {
  const byTwo = new Map(iso6393.filter(each => each.iso6391).map(each => [each.iso6391, each]));
  return langs.all().flatMap((own): Row[] => {
    const other = byTwo.get(own[1]);
    if (!other) return [];
    // One name within the other: "Greek" is "Modern Greek (1453-)" there.
    const named = ` ${plain(other.name)} `.includes(` ${plain(own.name)} `);
    return named ? [[own.name, agreed(own[3] === other.iso6393, own[1]), agreed(own[3] === other.iso6393, own[3])]] : [];
  });
}

function elementRows(): Row[] {
  const byNumber = new Map(periodic.map(each => [each.atomicNumber, each]));
  return chemical.flatMap(({number, symbol, name, mass}): Row[] => {
    const other = byNumber.get(number);
    if (!other || !same(other.name, name)) return [];
    const weights = mass === null ? [] : [mass, other.atomicMass];
    const weight = new Set(weights.map(each => Math.round(each)));
    return [
      [
        name,
        agreed(symbol === other.symbol, symbol),
        [String(number)],
        // From bismuth on, most have no stable isotope and no standard atomic weight.
        agreed(weight.size === 1 && number < 84, String([...weight][0]))
      ]
    ];
  });
}

function mediaTypeRows(): Row[] {
  const known = Object.entries(mimeDb).filter(([, {source, extensions = []}]) => source !== undefined && extensions.length > 0);
  const typesOf = new Map<string, string[]>();
  for (const [type, {extensions = []}] of known)
    for (const extension of extensions) typesOf.set(extension, [...(typesOf.get(extension) ?? []), type]);
  const types = known.map(
    ([type, {extensions = []}]): Row => [
      type,
      agreed(mime.getExtension(type) === extensions[0], ...extensions.flatMap(each => [`.${each}`, each])),
      []
    ]
  );
  const extensions = [...typesOf].map(
    ([extension, all]): Row => [
      `.${extension}`,
      [],
      agreed(all.includes(mime.getType(extension) ?? ""), mime.getType(extension) ?? undefined, ...all)
    ]
  );
  // Every third of each is plenty.
  return [...types, ...extensions].filter((_, i) => i % 3 === 0);
}

const offsetText = (minutes: number): string[] => {
  const [sign, size] = [minutes < 0 ? "-" : "+", Math.abs(minutes)];
  const [hours, rest] = [Math.floor(size / 60), size % 60];
  const long = `${sign}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
  const short = `${sign}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
  return unique(["UTC", "GMT", ""].flatMap(name => [`${name}${long}`, `${name}${short}`]));
};

function timeZoneRows(): Row[] {
  const other = new Map(rawTimeZones.flatMap(each => each.group.map(name => [name, each])));
  return Object.entries(zones.getAllTimezones({deprecated: false})).flatMap(([name, {countries: codes, utcOffset}]): Row[] => {
    const there = other.get(name);
    if (!there || !name.includes("/") || name.startsWith("Etc/")) return [];
    const country = codes.length === 1 && codes[0] === there.countryCode ? codes[0]! : null;
    const names =
      country === null
        ? []
        : [
            countries[country]!.name,
            ...(iso.getName(country, "en", {select: "all"}) ?? []),
            country,
            iso.alpha2ToAlpha3(country)
          ];
    return [[name, unique(names), agreed(utcOffset === there.rawOffsetInMinutes, ...offsetText(utcOffset))]];
  });
}

/** The rows of each subject, by its name. */
export const SOURCES: Readonly<Record<string, {rows: () => Row[]; packages: readonly string[]}>> = {
  countries: {rows: countryRows, packages: ["countries-list", "i18n-iso-countries", "country-locale-map", "country-data-list"]},
  currencies: {rows: currencyRows, packages: ["currency-codes-ts", "country-data-list"]},
  languages: {rows: languageRows, packages: ["langs", "iso-639-3"]},
  elements: {rows: elementRows, packages: ["chemical-elements", "periodic-table-data"]},
  "media types": {rows: mediaTypeRows, packages: ["mime-db", "mime"]},
  "time zones": {rows: timeZoneRows, packages: ["countries-and-timezones", "@vvo/tzdb"]}
};

/** Every name of anything that the sources know, so that fabricated entities can be told from it. */
export function knownNames(): Set<string> {
  const names = [
    ...Object.entries(countries).flatMap(([code, {name, capital}]) => [
      name,
      capital,
      ...(iso.getName(code, "en", {select: "all"}) ?? [])
    ]),
    ...locales.getAllCountries().flatMap(({name, capital}) => [name, capital]),
    ...iso6393.map(({name}) => name),
    ...langs.all().map(({name}) => name),
    ...Object.values(otherCurrencies).map(({name}) => name),
    ...chemical.map(({name}) => name),
    ...periodic.map(({name}) => name),
    ...Object.entries(mimeDb).flatMap(([type, {extensions = []}]) => [type, ...extensions]),
    ...Object.keys(zones.getAllTimezones({deprecated: true})),
    ...rawTimeZones.flatMap(({name, group, mainCities}) => [name, ...group, ...mainCities])
  ];
  return new Set(names.filter(Boolean).flatMap(name => [plain(name), ...plain(name).split(" ")]));
}
