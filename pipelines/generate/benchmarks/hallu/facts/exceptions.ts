// Exceptions to the printed tables of facts, by hand: further right answers, and facts that are disputed or outdated. A change asks for a new
// version of ZenHallu.

/** Further right answers by relation and answer. */
const ACCEPTED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  capital: {
    Pretoria: ["Cape Town", "Bloemfontein", "Tshwane"],
    Naypyidaw: ["Nay Pyi Taw", "Naypyitaw", "Nay Pyi Daw"],
    Sucre: ["La Paz"],
    Lobamba: ["Mbabane"],
    Colombo: ["Sri Jayawardenepura Kotte", "Sri Jayewardenepura Kotte", "Kotte"],
    "Kuala Lumpur": ["Putrajaya"],
    "Porto-Novo": ["Cotonou"],
    Amsterdam: ["The Hague"],
    Yamoussoukro: ["Abidjan"],
    Plymouth: ["Brades", "Little Bay"],
    Ngerulmud: ["Melekeok"],
    Yaren: ["Yaren District"],
    "South Tarawa": ["Tarawa", "Bairiki"],
    "Ulan Bator": ["Ulaanbaatar"],
    Kyiv: ["Kiev"],
    Bern: ["Berne"],
    Santiago: ["Santiago de Chile"],
    Jakarta: ["Nusantara"],
    Malabo: ["Ciudad de la Paz"],
    "Washington D.C.": ["Washington", "Washington, D.C.", "Washington DC"],
    "Andorra la Vella": ["Andorra-la-Vella"],
    "Nuku'alofa": ["Nukualofa"],
    "Mexico City": ["Ciudad de México"],
    Chișinău: ["Kishinev"],
    Ashgabat: ["Ashkhabad"],
    Malé: ["Male"]
  },
  currency: {
    XOF: ["West African CFA franc", "CFA franc"],
    XAF: ["Central African CFA franc", "CFA franc"],
    XCD: ["Eastern Caribbean dollar"],
    CNY: ["RMB", "Renminbi", "Chinese yuan renminbi"],
    GBP: ["British pound", "British pound sterling"],
    ILS: ["Israeli shekel", "New shekel"],
    PEN: ["Peruvian sol"],
    RUB: ["Russian ruble"],
    USD: ["U.S. dollar", "American dollar"]
  }
};

/** Entities whose facts are disputed or outdated, and with a bar after them one relation that is. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "Western Sahara",
  "Kosovo",
  "Africa/El_Aaiun",
  "Europe/Simferopol",
  "Asia/Gaza",
  "Asia/Hebron",
  // ISO 4217 has two codes for it: SLL until 2024, SLE since 2022.
  "Leone",
  "Palestine|capital",
  "Israel|capital",
  "Hong Kong|capital",
  "Tokelau|capital",
  "French Southern Territories|capital",
  "British Indian Ocean Territory|capital"
]);

/** Whether a fact is disputed or outdated. */
export const isLeftOut = (entity: string, relation: string): boolean =>
  LEFT_OUT.has(entity) || LEFT_OUT.has(`${entity}|${relation}`);

/** Other spellings of an offset from UTC that its table has not: "+03", "+0300", "UTC+3:00", and "UTC" for no offset. */
function offsetSpellings(offset: string): string[] {
  const [, sign = "", hours = "", minutes = ""] = /^UTC([+-])(\d\d):(\d\d)$/u.exec(offset) ?? [];
  if (sign === "") return [];
  const plain = [
    `${sign}${hours}${minutes}`,
    `${sign}${Number(hours)}:${minutes}`,
    ...(minutes === "00" ? [`${sign}${hours}`] : [])
  ];
  const none = hours + minutes === "0000" ? ["UTC", "GMT", "0", "±0", "±00:00", "UTC±0", "UTC±00:00", "UTC-0", "UTC-00:00"] : [];
  return [...plain.flatMap(each => [each, `UTC${each}`, `GMT${each}`]), ...none];
}

/** Calling codes of the North American plan as they are also written: "+1-264". */
const callingSpellings = (code: string): string[] =>
  /^1\d{3}$/u.test(code) ? ["-", " "].flatMap(mark => [`1${mark}${code.slice(1)}`, `+1${mark}${code.slice(1)}`]) : [];

/** Further right answers to a relation. */
export function acceptedToo(relation: string, answer: string): readonly string[] {
  if (relation === "offset") return offsetSpellings(answer);
  if (relation === "calling") return callingSpellings(answer);
  return ACCEPTED[relation]?.[answer] ?? [];
}
