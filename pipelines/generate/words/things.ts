// Countable things by group, in singular and plural, one word each. No thing belongs to two groups, and no name is the plural of another.

/** Groups as questions name them, with their things; "singular/plural" where the plural is not the singular with an s. */
const TEXT = {
  "pieces of fruit":
    "apple, pear, banana, mango/mangoes, lemon, kiwi, apricot, pineapple, grapefruit, strawberry/strawberries, raspberry/raspberries, coconut, papaya, watermelon",
  vegetables:
    "carrot, onion, potato/potatoes, cabbage, turnip, leek, radish/radishes, cauliflower, parsnip, courgette, lettuce, artichoke, beetroot, shallot",
  tools:
    "hammer, screwdriver, wrench/wrenches, chisel, drill, spanner, hacksaw, crowbar, ladder, mallet, pickaxe, shovel, sledgehammer, spade",
  animals:
    "dog, cat, horse, rabbit, goat, hedgehog, fox/foxes, wolf/wolves, mouse/mice, squirrel, parrot, penguin, tortoise, sheep/sheep",
  "musical instruments":
    "violin, trumpet, guitar, flute, piano, cello, clarinet, drum, harp, trombone, banjo, accordion, saxophone, mandolin",
  vehicles:
    "car, bus/buses, lorry/lorries, bicycle, motorbike, tram, tractor, scooter, van, ambulance, taxi, minibus/minibuses, helicopter, train",
  "items of clothing":
    "shirt, jacket, skirt, sweater, dress/dresses, scarf/scarves, coat, blouse, cardigan, waistcoat, sock, hoodie, raincoat, glove",
  "pieces of furniture":
    "chair, table, sofa, wardrobe, bookcase, armchair, bed, desk, stool, sideboard, dresser, bench/benches, footstool, cupboard",
  flowers:
    "rose, tulip, daisy/daisies, lily/lilies, orchid, sunflower, daffodil, carnation, poppy/poppies, iris/irises, snowdrop, crocus/crocuses, marigold, dandelion",
  buildings:
    "castle, cottage, church/churches, lighthouse, skyscraper, windmill, library/libraries, school, hospital, museum, theatre, factory/factories, barn, hotel",
  shapes:
    "circle, square, triangle, rectangle, pentagon, hexagon, cube, pyramid, cylinder, sphere, cone, ellipse, trapezium, octagon",
  drinks: "coffee, tea, lemonade, milkshake, cocoa, smoothie, beer, cola, espresso, cappuccino, latte, cider, mocha, cordial"
} as const;

export interface Thing {
  group: string;
  one: string;
  many: string;
}

export const groups: readonly string[] = Object.keys(TEXT);

/** The things of each group. */
export const thingsOf: ReadonlyMap<string, readonly Thing[]> = new Map(
  Object.entries(TEXT).map(([group, text]) => [
    group,
    text.split(", ").map(name => {
      const [one, many] = name.split("/") as [string, string?];
      return {group, one, many: many ?? `${one}s`};
    })
  ])
);

/** Adjectives that fit all things and belong to no group themselves. */
export const adjectives: readonly string[] =
  "red, blue, green, yellow, small, large, old, new, shiny, heavy, pretty, ordinary, expensive, cheap, tiny, enormous, ugly, unusual".split(
    ", "
  );
