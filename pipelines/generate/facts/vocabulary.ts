// The people, places and things of questions about facts. Names and places are rare in older books, so that few sentences of a background are lost.

export const WOMEN = ["Amara", "Keiko", "Linnea", "Zofia", "Priya", "Noor"] as const;
const MEN = ["Mateo", "Bjorn", "Kwame", "Tariq", "Rohan", "Dmitri"] as const;
export const PEOPLE = [...WOMEN, ...MEN] as const;

export const PLACES = ["bakery", "museum", "airport", "stadium", "laundry", "aquarium", "gymnasium", "cinema"] as const;
export const THINGS = ["umbrella", "laptop", "thermos", "skateboard", "flashlight", "camera", "backpack", "banana"] as const;

/** Kinds of animals, each with its article, and the names of single ones. */
export const ANIMALS = ["otter", "falcon", "badger", "lynx", "heron", "weasel", "gecko", "penguin"] as const;
export const PETS = ["Pogo", "Zuzu", "Momo", "Biscuit", "Ziggy", "Waffles", "Pixel", "Nacho"] as const;
export const COLOURS = ["turquoise", "magenta", "beige", "maroon", "khaki", "teal"] as const;

/** Figures that are told apart by colour and shape. */
export const SHAPES = ["square", "triangle", "hexagon", "circle"] as const;

/** Containers, whose sizes a question tells. */
export const CONTAINERS = ["suitcase", "shoebox", "locker", "briefcase", "toolbox", "lunchbox", "wardrobe", "crate"] as const;

/** What a person may need, and the room where it is found. */
export const NEEDS = {hungry: "kitchen", sleepy: "bedroom", dirty: "bathroom", bored: "playground"} as const;

export const DIRECTIONS = ["north", "south", "east", "west"] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** Steps of one field: east and north are positive. */
export const STEPS: Record<Direction, readonly [x: number, y: number]> = {
  north: [0, 1],
  south: [0, -1],
  east: [1, 0],
  west: [-1, 0]
};

/** Times of the day before and of today, in their order. */
export const TIMES = ["yesterday", "this morning", "this afternoon", "this evening"] as const;

/** "a heron", "an otter". */
export const withArticle = (noun: string): string => `${/^[aeiou]/u.test(noun) ? "an" : "a"} ${noun}`;
export const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** What questions are about. */
export const NAMED: readonly string[] = [PEOPLE, PLACES, THINGS, ANIMALS, PETS, COLOURS, SHAPES, CONTAINERS].flat();
