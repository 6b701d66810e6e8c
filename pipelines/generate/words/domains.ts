// Scenes of the task "shuffle": the things that people swap, and the sentences that describe it. No person's name is also the name of a
// thing.

export const PEOPLE: readonly string[] =
  "Alice Bruno Clara Dmitri Elena Farid Greta Hugo Ines Jonas Keiko Liam Marta Nadia Oscar Priya Quentin Rosa Samir Tessa Umar Vera Wanda Yusuf".split(
    " "
  );

/** One scene. */
interface Domain {
  /** The things, at least a dozen. */
  things: readonly string[];
  /** First sentence, before the start is described. */
  opening: string;
  has(name: string, thing: string): string;
  /** Sentences in which two people swap. */
  swap: readonly ((a: string, b: string) => string)[];
  /** Sentences about two people that change nothing. */
  idle: readonly ((a: string, b: string) => string)[];
  /** Sentence that refers back to the start. */
  recall(name: string, thing: string): string;
  question(name: string): string;
}

const colours = "red blue green yellow white black orange purple pink grey brown golden".split(" ");

export const domainNames = ["gifts", "dances", "seats", "books", "balls"] as const;

/** All scenes by name. */
export const DOMAINS: Readonly<Record<(typeof domainNames)[number], Domain>> = {
  gifts: {
    things: ["book", "scarf", "candle", "puzzle", "teapot", "watch", "plant", "lamp", "kite", "mug", "camera", "necklace"].map(
      gift => `the ${gift}`
    ),
    opening: "At a party everybody gets a gift.",
    has: (name, gift) => `${name} gets ${gift}.`,
    swap: [
      (a, b) => `${a} and ${b} swap gifts.`,
      (a, b) => `${a} trades gifts with ${b}.`,
      (a, b) => `Then ${a} and ${b} exchange what they have.`
    ],
    idle: [
      (a, b) => `${a} offers ${b} a swap, but ${b} says no.`,
      (a, b) => `${a} shows ${b} the wrapping paper.`,
      (a, b) => `${a} and ${b} talk about gifts of last year.`
    ],
    recall: (name, gift) => `Remember that ${name} got ${gift} at the start.`,
    question: name => `Which gift does ${name} have at the end?`
  },
  dances: {
    things: "Aldo Bianca Cosmo Delia Ettore Fiona Gianni Helga Igor Juno Karim Leila".split(" "),
    opening: "Before the music starts everybody has a dance partner.",
    has: (name, partner) => `${name} is to dance with ${partner}.`,
    swap: [
      (a, b) => `${a} and ${b} switch partners.`,
      (a, b) => `${a} trades partners with ${b}.`,
      (a, b) => `At the next turn ${a} and ${b} exchange partners.`
    ],
    idle: [
      (a, b) => `${a} asks ${b} to switch partners, but the music goes on and they do not.`,
      (a, b) => `${a} bumps into ${b} and says sorry.`,
      (a, b) => `${a} and ${b} smile at each other across the floor.`
    ],
    recall: (name, partner) => `Remember that ${name} began with ${partner}.`,
    question: name => `Who is dancing with ${name} at the end?`
  },
  seats: {
    things: "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
      .split(" ")
      .map(place => `the ${place} seat`),
    opening: "In the theatre everybody takes a seat.",
    has: (name, seat) => `${name} takes ${seat}.`,
    swap: [
      (a, b) => `${a} and ${b} swap seats.`,
      (a, b) => `${a} changes places with ${b}.`,
      (a, b) => `In the interval ${a} and ${b} trade seats.`
    ],
    idle: [
      (a, b) => `${a} would like to change places with ${b}, but both stay where they are.`,
      (a, b) => `${a} stands up to let ${b} pass and sits down again.`,
      (a, b) => `${a} lends ${b} a programme.`
    ],
    recall: (name, seat) => `Remember that ${name} took ${seat} at the start.`,
    question: name => `Which seat does ${name} have at the end?`
  },
  books: {
    things: [
      "Northern Light",
      "The Glass Orchard",
      "Seven Bridges",
      "A Quiet Harbour",
      "Salt and Cinders",
      "The Paper Crown",
      "Long Winter Road",
      "The Clockmaker",
      "Under Two Moons",
      "Letters from Ostrava",
      "The Last Ferry",
      "Green Thunder"
    ].map(title => `"${title}"`),
    opening: "In a reading circle everybody starts with a book.",
    has: (name, book) => `${name} has ${book}.`,
    swap: [
      (a, b) => `${a} and ${b} swap books.`,
      (a, b) => `${a} trades books with ${b}.`,
      (a, b) => `A week later ${a} and ${b} exchange books.`
    ],
    idle: [
      (a, b) => `${a} nearly swaps books with ${b}, but decides to read on.`,
      (a, b) => `${a} tells ${b} about a film.`,
      (a, b) => `${a} and ${b} look for a bookmark.`
    ],
    recall: (name, book) => `Remember that ${name} started with ${book}.`,
    question: name => `Which book does ${name} have at the end?`
  },
  balls: {
    things: colours.map(colour => `the ${colour} ball`),
    opening: "In a game everybody holds a ball.",
    has: (name, ball) => `${name} holds ${ball}.`,
    swap: [
      (a, b) => `${a} and ${b} swap balls.`,
      (a, b) => `${a} trades balls with ${b}.`,
      (a, b) => `At the whistle ${a} and ${b} exchange balls.`
    ],
    idle: [
      (a, b) => `${a} pretends to swap balls with ${b}, but both keep what they hold.`,
      (a, b) => `${a} cheers for ${b}.`,
      (a, b) => `${a} and ${b} take a sip of water.`
    ],
    recall: (name, ball) => `Remember that ${name} held ${ball} at the start.`,
    question: name => `Which ball does ${name} hold at the end?`
  }
};
