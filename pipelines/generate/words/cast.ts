// Names of people, kinds, events, places and countable things for stories about many of them. No name is the beginning or a part of another.

/** First names, one word each. */
export const PEOPLE_NAMES: readonly string[] =
  "Abdul, Agnes, Alba, Amara, Anouk, Arvid, Aylin, Bashir, Birgit, Bruno, Carlos, Celia, Chidi, Clara, Dalia, Danuta, Dmitri, Edgar, Elif, Emeka, Enzo, Esther, Farid, Fenna, Gita, Greta, Hamid, Hanna, Hugo, Ida, Imran, Ines, Ivo, Jorge, Jutta, Kamal, Keiko, Kwame, Lars, Leila, Lucia, Magda, Marek, Mina, Nadia, Nils, Noor, Olga, Oscar, Paola, Piotr, Priya, Rafael, Rosa, Samir, Selma, Stefan, Sunita, Tariq, Tilda, Umar, Vera, Wanda, Yusuf, Zofia".split(
    ", "
  );

/** Events of a town's year, as "the …". */
export const EVENTS: readonly string[] =
  "auction, banquet, ballet, bazaar, carnival, ceremony, concert, congress, contest, debate, dinner, exam, exhibition, fair, festival, gala, hearing, inspection, inventory, launch, lecture, marathon, match, meeting, opera, parade, picnic, premiere, protest, recital, regatta, reunion, sale, seminar, strike, summit, tournament, trial, wedding, workshop".split(
    ", "
  );

/** Places of a town, as "the …". */
export const TOWN_PLACES: readonly string[] =
  "abbey, airfield, archive, arena, bakery, bank, brewery, bridge, castle, cathedral, cinema, clinic, college, courthouse, dairy, depot, embassy, factory, forge, fountain, gallery, garage, harbour, hospital, hotel, kiosk, laundry, library, lighthouse, market, mill, museum, nursery, orchard, palace, pharmacy, prison, quarry, school, stadium, temple, theatre, windmill".split(
    ", "
  );

/** Small things that one counts. */
export const COUNTED_THINGS: readonly string[] =
  "beads, buttons, cards, coins, marbles, medals, pebbles, pencils, postcards, shells, stamps, stickers".split(", ");

const FIRST = "bor, dax, fen, gim, hob, jal, kep, lur, mib, nov, pag, rus, sef, tib, vun, wez, yol, zan, quib, threl".split(", ");
const SECOND = "bik, dop, fam, gus, kel, lin, mot, nar, pid, rov, sut, tav, vel, wug, zim".split(", ");
/** Made-up nouns that begin with a consonant: kinds of which nothing is known. */
export const MADE_UP_KINDS: readonly string[] = FIRST.flatMap(first => SECOND.map(second => first + second));
