// Parts of the titles of invented films, and the attributes that describe films. No title contains the value of an attribute.

/** First words of titles; 40 × 40 titles in all. */
export const TITLE_HEADS: readonly string[] =
  "Amber Hidden Broken Crimson Distant Muffled Hollow Paper Velvet Northern Rented Pewter Final Unlit Winter Iron Marble Tilted Copper Little Endless Painted Borrowed Second Wandering Hushed Midnight Glass Burning Forgotten Southern Salted Floating Narrow Hundredth Folded Patient Wooden Scattered Upper".split(
    " "
  );
export const TITLE_TAILS: readonly string[] =
  "Harbour Garden Letter Bridge Mirror Lantern Orchard River Station Window Compass Staircase Meadow Signal Anchor Ladder Feather Carnival Valley Archive Kettle Province Corridor Umbrella Furnace Island Ribbon Telegram Vineyard Clock Quarry Parade Balcony Needle Chapter Thicket Ferry Atlas Pavilion Tower".split(
    " "
  );

/** Attributes with their values, in the order in which a question adds attributes. */
export const ATTRIBUTES: readonly (readonly [name: string, values: readonly string[]])[] = [
  ["genre", ["thriller", "comedy", "western", "musical", "documentary", "fantasy"]],
  ["decade", ["1960s", "1970s", "1980s", "1990s", "2000s", "2010s"]],
  ["mood", ["gloomy", "cheerful", "tense", "dreamy", "bitter", "tender"]],
  ["setting", ["big city", "small village", "desert", "high seas", "mountains", "jungle"]],
  ["language", ["French", "Japanese", "Spanish", "Swedish", "Hindi", "Polish"]],
  ["length", ["under an hour", "about 90 minutes", "two hours", "three hours", "four hours", "over five hours"]],
  ["lead", ["a detective", "a teacher", "a sailor", "a pianist", "an orphan", "a gardener"]],
  ["ending", ["happy", "sad", "open", "surprising", "ironic", "violent"]]
];

export const VIEWERS: readonly string[] =
  "Anneke Bilal Camille Dario Edda Florin Gwen Hiro Ivana Jorge Katya Luca Mireille Nuno Olga Pascal".split(" ");
