// Names of things that do not exist, built of two syllables. No source of the facts and no word list has one of them (test/generate/benchmarks/hallu).

const FIRST =
  "Bren Drov Falk Glev Hord Jask Kelm Lorv Merv Nask Olv Prag Quen Rosk Sval Trev Ulm Varn Wold Yarv Zelk Bosk Corv Delv Fenz Gorv Hask Jorv Kresh Lusk Morv Nolv Plov Ruv Skel Tolv Vesk Welk Yosk Zorv".split(
    " "
  );
const SECOND =
  "adin amur aver azan ebor egan elim enor eshan evar idor igan ilan imar inov ivar obar odan olim onar oran oshan ovar ozan udar ugan ulan umir unor uvan abor agov aldin amek anov arun avesh elar emin eruv ibor ilek irun ivesh olar omek oruv ulesh umar uvek".split(
    " "
  );
/** Without a factor of their number, so that neighbours share neither syllable and every stem is met once. */
const STRIDE = 1_117;

/** How many different stems there are. */
export const STEMS = FIRST.length * SECOND.length;

/** Stem n, n from 0 to `STEMS` − 1; different n give different stems. */
export function stemAt(n: number): string {
  const place = (n * STRIDE) % STEMS;
  return FIRST[place % FIRST.length]! + SECOND[Math.floor(place / FIRST.length)]!;
}
