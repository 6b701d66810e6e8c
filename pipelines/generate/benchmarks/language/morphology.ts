// The benchmark ZenMorphology: forms that agree in six languages, in chains of sentences that each begin with the phrase of the form before.
import {type Family, levelCells} from "../../parts/levels.js";
import {severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

interface Language {
  name: string;
  /** Four classes that differ in form: heads of each, and the form that agrees with them. */
  classes: readonly (readonly [heads: string, form: string])[];
  /** Words between head and form, by which the form is not decided. */
  attractors: string;
  /** True if these come before the head. */
  isBefore?: boolean;
  and: string;
  /** Returns the class of two joined by "and". */
  join: (one: number, two: number) => number;
  frame: readonly [opening: string, ending: string];
}

const plural = (): number => 3;
/** The masculine plural where one of two is masculine. Classes: masculine, feminine, and the plurals of both. */
const romance = (one: number, two: number): number => 2 + Math.min(one % 2, two % 2);

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    name: "English",
    classes: [
      ["the uncle, the boy, the king, the monk, the nephew, the grandfather", "sees himself"],
      ["the aunt, the girl, the queen, the nun, the niece, the grandmother", "sees herself"],
      ["the robot, the machine, the drone, the computer, the camera, the satellite", "sees itself"],
      ["the brothers, the sisters, the twins, the doctors, the guards, the neighbours", "see themselves"]
    ],
    attractors:
      "next to the waiter, near the dancers, opposite the women, behind the man, with the singer, in front of the mirrors, next to the trees",
    and: "and",
    join: plural,
    frame: ["", " on the screen"]
  },
  fr: {
    name: "French",
    classes: [
      ["le livre, le sac, le vase, le tapis, le bateau, le manteau", "est vert"],
      ["la table, la lampe, la robe, la chaise, la voiture, la boîte", "est verte"],
      ["les livres, les sacs, les vases, les rideaux, les bateaux, les manteaux", "sont verts"],
      ["les tables, les lampes, les robes, les chaises, les voitures, les boîtes", "sont vertes"]
    ],
    attractors: "de la voisine, du voisin, des voisins, des voisines, de la chanteuse, du marchand, des acteurs, des danseuses",
    and: "et",
    join: romance,
    frame: ["", " cette année"]
  },
  de: {
    name: "German",
    classes: [
      ["der Schlüssel, der Tisch, der Stuhl, der Koffer, der Wagen, der Teppich", "ist der neueste"],
      ["die Lampe, die Uhr, die Tasche, die Vase, die Decke, die Leiter", "ist die neueste"],
      ["das Haus, das Buch, das Boot, das Fahrrad, das Bett, das Regal", "ist das neueste"],
      ["die Stühle, die Lampen, die Bücher, die Tische, die Uhren, die Boote", "sind die neuesten"]
    ],
    attractors: "der Nachbarin, des Nachbarn, der Nachbarinnen, des Kindes, der Kinder, der Lehrerin, des Arztes, der Gäste",
    and: "und",
    join: plural,
    frame: ["", " von allen"]
  },
  es: {
    name: "Spanish",
    classes: [
      ["el libro, el plato, el vaso, el cuadro, el barco, el mapa", "está sucio"],
      ["la mesa, la silla, la camisa, la taza, la ventana, la llave", "está sucia"],
      ["los libros, los platos, los vasos, los cuadros, los barcos, los mapas", "están sucios"],
      ["las mesas, las sillas, las camisas, las tazas, las ventanas, las llaves", "están sucias"]
    ],
    attractors:
      "de la vecina, del vecino, de los vecinos, de las vecinas, de la cantante, del médico, de las maestras, de los pintores",
    and: "y",
    join: romance,
    frame: ["Hoy ", ""]
  },
  ru: {
    name: "Russian",
    classes: [
      ["ключ, стол, стул, дом, нож, чемодан", "был новый"],
      ["лампа, книга, чашка, машина, ваза, лодка", "была новая"],
      ["окно, зеркало, кресло, пальто, ведро, колесо", "было новое"],
      ["столы, лампы, книги, чашки, ножи, лодки", "были новые"]
    ],
    attractors: "соседки, соседа, соседей, подруги, учителя, сестёр, врача, гостей",
    and: "и",
    join: plural,
    frame: ["В прошлом году ", ""]
  },
  tr: {
    name: "Turkish",
    classes: [
      ["kız, adam, duvar, orman, masal, okullar, yollar", "-ı"],
      ["ev, deniz, kalem, defter, otel, evler, köyler", "-i"],
      ["okul, yol, vapur, telefon, limon, balon", "-u"],
      ["göl, köy, gül, müdür, otobüs, gün", "-ü"]
    ],
    attractors: "büyük, küçük, sarı, mavi, güzel, uzun, eski, başka",
    isBefore: true,
    and: "ve",
    join: (_, two) => two,
    frame: ["Ayşe ", " gördü"]
  }
};

/** Sentences after the first, words between head and form, and the share of subjects joined by "and", by level. */
const LEVELS = [
  {links: 0, between: 0, joined: 0},
  {links: 2, between: 1, joined: 0},
  {links: 4, between: 1, joined: 0.3},
  {links: 6, between: 2, joined: 0.4},
  {links: 8, between: 2, joined: 0.5}
];

/** Returns the first letters of a head's noun, without accents: "le livre et les livres" is not asked. */
const stemOf = (head: string): string => head.split(" ").at(-1)!.normalize("NFD").slice(0, 2);

const storyOf =
  ({name, classes, attractors, isBefore, and, join, frame: [opening, ending]}: Language): Family =>
  (level, random) => {
    const {links, between, joined} = LEVELS[level - 1]!;
    const heads = classes.map(([list]) => list.split(", "));
    const words = attractors.split(", ");
    const headOf = (kind: number): string => random.pick(heads[kind]!);
    const pairs = classes.flatMap((_, one) => classes.map((_, two) => [one, two] as const));
    /** Returns a subject with a class. */
    const subjectOf = (kind: number): string => {
      const fitting = pairs.filter(([one, two]) => join(one, two) === kind);
      const modifiers = severalOf(words, between, random);
      let text = headOf(kind);
      if (random.chance(joined) && fitting.length > 0) {
        const [one, two] = random.pick(fitting);
        const first = headOf(one);
        const others = heads[two]!.filter(each => stemOf(each) !== stemOf(first));
        text = `${first} ${and} ${isBefore ? [...modifiers, ""].join(" ") : ""}${random.pick(others)}`;
      } else if (isBefore) text = [...modifiers, text].join(" ");
      return isBefore ? text : [text, ...modifiers].join(" ");
    };
    const lines: string[] = [];
    const steps: Step[] = [];
    const kinds = classes.map((_, kind) => kind);
    let kind = random.pick(kinds);
    let subject = subjectOf(kind);
    for (let i = 0; i <= links; i++) {
      const numbers = new Set<number>();
      while (numbers.size < kinds.length) numbers.add(random.integer(101, 999));
      const forms = new Map([...numbers].map((number, each) => [each, number]));
      const options = random.shuffle(kinds).map(each => `${forms.get(each)}: ${classes[each]![1]}`);
      lines.push(`${i + 1}. ${opening}${subject} [${options.join("; ")}]${ending}.`);
      const answer = forms.get(kind)!;
      steps.push({name: `the form right in sentence ${i + 1}`, value: answer});
      const next = random.shuffle(kinds);
      subject = `[${random
        .shuffle(kinds)
        .map(each => `${forms.get(each)}: ${subjectOf(next[each]!)}`)
        .join("; ")}]`;
      kind = next[kind]!;
    }
    const answer = Number(steps.at(-1)!.value);
    return {
      question: `The sentences are in ${name}.\n${lines.join("\n")}\nWhich number is before the right form in sentence ${lines.length}?`,
      answer,
      steps,
      guess_chance: 1 / kinds.length
    };
  };

/** The words that begin every question. */
export const MORPHOLOGY_OPENING =
  "Each numbered sentence has a choice of four forms in square brackets, of which one agrees grammatically. If a sentence begins with a choice of phrases, the right phrase has the number of the right form in the sentence before. A form that begins with a hyphen is an ending of the word before it.";

export const morphology: Benchmark = {
  name: "zen-morphology",
  version: 1,
  summary: "Forms that agree in gender, number or vowel harmony in six languages, in chains of one to nine sentences.",
  domain: "Language",
  category: "Agreement and morphology",
  facets: {family: "language, as ISO 639-1", level: "difficulty, 1 to 5: one to nine sentences"},
  single: true,
  cells: levelCells(Object.fromEntries(Object.entries(LANGUAGES).map(([code, language]) => [code, storyOf(language)])), {
    size: 134,
    opening: MORPHOLOGY_OPENING
  })
};
