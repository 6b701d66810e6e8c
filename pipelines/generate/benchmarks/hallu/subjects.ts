// The six subjects of ZenHallu: what is asked of their entities, in which words, and what entities that do not exist are called.
import {countries} from "./facts/countries.js";
import {currencies} from "./facts/currencies.js";
import {elements} from "./facts/elements.js";
import {languages} from "./facts/languages.js";
import {mediaTypes} from "./facts/mediaTypes.js";
import {timeZones} from "./facts/timeZones.js";

/** One thing that is asked of entities. */
export interface Relation {
  name: string;
  /** What an entity is, for "if there is no such …". */
  noun: string;
  /** The form of the answer, as the prompt writes it between angle brackets. */
  form: string;
  /** Questions that ask the same; # stands for the entity. */
  wordings: readonly string[];
  /** The name of an entity that does not exist. @param n the number of the stem, for names that vary besides it */
  fabricate(stem: string, n: number): string;
  /** Other right spellings that follow from one in the table. */
  variants?(spelling: string): string[];
}

export interface Subject {
  name: string;
  relations: readonly Relation[];
  /**
   * Entities separated by semicolons: name, then the answer to each relation after a bar, with other right spellings after tildes. An answer
   * without a tilde has the spellings of its first occurrence.
   */
  table: string;
}

/** Three of them spell any number below 4,096. */
const CONSONANTS = "kdtrmpgsnlbvfchw";

const varied =
  (...endings: string[]) =>
  (stem: string, n: number): string =>
    `${stem}${endings[n % endings.length]}`;

const relation = (name: string, given: Omit<Relation, "name">): Relation => ({name, ...given});

const country = {noun: "country", fabricate: varied("ia", "", "istan", "land", "a")};
const currency = {
  noun: "currency",
  fabricate: (stem: string, n: number) => `${stem}ian ${["Dollar", "Franc", "Dinar", "Pound", "Peso", "Rupee", "Crown"][n % 7]}`
};
const element = {noun: "element", fabricate: varied("ium")};
const language = {noun: "language", fabricate: varied("i", "ese", "an", "", "ish")};
const zone = {
  noun: "time zone",
  fabricate: (stem: string, n: number) => `${["Asia", "Europe", "Africa", "America", "Pacific"][n % 5]}/${stem}`
};

export const SUBJECTS: readonly Subject[] = [
  {
    name: "countries",
    table: countries,
    relations: [
      relation("capital", {
        ...country,
        form: "city",
        wordings: ["What is the capital of #?", "Name the capital city of #.", "Which city is the capital of #?"]
      }),
      relation("alpha-3", {
        ...country,
        form: "three letters",
        wordings: [
          "What is the ISO 3166-1 alpha-3 code of #?",
          "Give the three-letter code of # in ISO 3166-1.",
          "Which three letters stand for # in ISO 3166-1?"
        ]
      }),
      relation("numeric", {
        ...country,
        form: "three digits",
        wordings: [
          "What is the ISO 3166-1 numeric code of #?",
          "Give the numeric country code of # in ISO 3166-1.",
          "Which three digits stand for # in ISO 3166-1?"
        ]
      }),
      relation("currency", {
        ...country,
        form: "three letters",
        wordings: [
          "What is the ISO 4217 code of the currency of #?",
          "In which currency does one pay in #? Give its ISO 4217 code.",
          "Which ISO 4217 code has the money of #?"
        ]
      }),
      relation("calling", {
        ...country,
        form: "digits",
        wordings: [
          "What is the international calling code of #?",
          "Which country calling code does one dial to reach #?",
          "Give the telephone country code of #."
        ],
        variants: code => [`+${code}`]
      })
    ]
  },
  {
    name: "currencies",
    table: currencies,
    relations: [
      relation("code", {
        ...currency,
        form: "three letters",
        wordings: [
          "What is the ISO 4217 code of the # (a currency)?",
          "Give the three-letter ISO 4217 code of the currency called #.",
          "Which three letters stand for the currency # in ISO 4217?"
        ]
      }),
      relation("numeric", {
        ...currency,
        form: "three digits",
        wordings: [
          "What is the ISO 4217 numeric code of the # (a currency)?",
          "Give the three-digit ISO 4217 code of the currency called #.",
          "Which three digits stand for the currency # in ISO 4217?"
        ]
      })
    ]
  },
  {
    name: "languages",
    table: languages,
    relations: [
      relation("two letters", {
        ...language,
        form: "two letters",
        wordings: [
          "What is the ISO 639-1 code of the # language?",
          "Give the two-letter ISO 639 code of the language called #.",
          "Which two letters stand for the # language in ISO 639-1?"
        ]
      }),
      relation("three letters", {
        ...language,
        form: "three letters",
        wordings: [
          "What is the ISO 639-3 code of the # language?",
          "Give the three-letter ISO 639-3 code of the language called #.",
          "Which three letters stand for the # language in ISO 639-3?"
        ]
      })
    ]
  },
  {
    name: "elements",
    table: elements,
    relations: [
      relation("symbol", {
        ...element,
        form: "symbol",
        wordings: [
          "What is the chemical symbol of the element #?",
          "Give the symbol of the chemical element called #.",
          "Which symbol has # in the periodic table?"
        ]
      }),
      relation("number", {
        ...element,
        form: "integer",
        wordings: [
          "What is the atomic number of the element #?",
          "How many protons has an atom of the chemical element #?",
          "Which atomic number has # in the periodic table?"
        ]
      }),
      relation("weight", {
        ...element,
        form: "integer",
        wordings: [
          "What is the standard atomic weight of the element #, rounded to an integer?",
          "Give the atomic weight of the chemical element called #, rounded to an integer.",
          "To the nearest integer, which atomic weight has # in the periodic table?"
        ]
      })
    ]
  },
  {
    name: "media types",
    table: mediaTypes,
    relations: [
      relation("extension", {
        noun: "media type",
        form: "extension",
        wordings: [
          "Which file name extension belongs to the media type #?",
          "Files of the media type # end in which extension?",
          "Name an extension of files whose media type is #."
        ],
        variants: extension => [extension.slice(1)],
        fabricate: (stem, n) => {
          const name = stem.toLowerCase();
          return [`application/vnd.${name}.archive`, `application/x-${name}`, `image/vnd.${name}`, `application/vnd.${name}+xml`][
            n % 4
          ]!;
        }
      }),
      relation("media type", {
        noun: "extension",
        form: "media type",
        wordings: [
          "Which media type do files with the extension # have?",
          "Name the media type of files that end in #.",
          "As which media type is a file sent whose extension is #?"
        ],
        fabricate: (_, n) => `.${[n >> 8, n >> 4, n].map(part => CONSONANTS[part & 15]).join("")}${"qzvjw"[n % 5]}`
      })
    ]
  },
  {
    name: "time zones",
    table: timeZones,
    relations: [
      relation("country", {
        ...zone,
        form: "country",
        wordings: [
          "In which country is the IANA time zone #?",
          "Which country does the time zone # of the IANA database belong to?",
          "Name the country of the time zone called # in the IANA database."
        ]
      }),
      relation("offset", {
        ...zone,
        form: "UTC±hh:mm",
        wordings: [
          "What is the standard offset from UTC of the IANA time zone #, without daylight saving time?",
          "By how much does standard time in the time zone # of the IANA database differ from UTC?",
          "Give the offset from UTC of the time zone called # in the IANA database, outside daylight saving time."
        ],
        variants(offset) {
          const long = offset.slice("UTC".length);
          const short = long.replace(/(?<=^[+-])0(?=\d)/u, "").replace(":00", "");
          return [...new Set([`UTC${short}`, `GMT${long}`, `GMT${short}`, long, short])].filter(each => each !== offset);
        }
      })
    ]
  }
];

/** An entity with the answer to one relation. */
export interface Fact {
  entity: string;
  relation: Relation;
  answer: string;
  /** Other right spellings. */
  accept: string[];
}

/** The facts of a subject, in the order of its table. */
export function factsOf({table, relations}: Pick<Subject, "table" | "relations">): Fact[] {
  const first = relations.map(() => new Map<string, string[]>());
  const rows = table.replaceAll("\n", "").split(";").filter(Boolean);
  return rows.flatMap(row => {
    const [entity = "", ...values] = row.split("|");
    return values.flatMap((value, i) => {
      if (value === "") return [];
      const relation = relations[i]!;
      const earlier = first[i]!.get(value);
      const spellings = earlier ?? value.split("~").filter(Boolean);
      if (!first[i]!.has(spellings[0]!)) first[i]!.set(spellings[0]!, spellings);
      const [answer = "", ...accept] = spellings.flatMap(each => [each, ...(relation.variants?.(each) ?? [])]);
      return [{entity, relation, answer, accept}];
    });
  });
}

/** How a prompt allows for not knowing. # stands for what the entity is. */
export const CLAUSES: readonly string[] = [
  "If there is no such #, or if you do not know, answer: unknown.",
  "If no such # exists, or you do not know it, the answer is: unknown.",
  "Answer with the word unknown if you do not know or if there is no such #.",
  "Should there be no such #, or should you not know, then answer: unknown."
];
