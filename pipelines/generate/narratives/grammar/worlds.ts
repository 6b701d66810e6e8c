// The worlds in which narratives of the built-in grammar play: places, things and people by genre. No phrase here says a number.

import type {Operation} from "../../lists/operations.js";

/** What a genre supplies. Lists are phrases that fit behind the words that sentences put before them. */
export interface Genre {
  id: string;
  /** `prose`: told by a narrator. `call`: a transcript, each line with its speaker. */
  voice: "prose" | "call";
  /** Sentences that open a story; `{setting}` is where it plays. */
  openings: readonly string[];
  settings: readonly string[];
  /** Behind a preposition of place: "in the rope loft". */
  places: readonly string[];
  /** With their article: "a coil of tarred rope". */
  props: readonly string[];
  /** "the harbour pilot" without its article. */
  roles: readonly string[];
  /** What is counted, singular and plural. */
  objects: readonly (readonly [singular: string, plural: string])[];
  /** First names of people, and phrases of operations, where they are not those of the grammar. */
  people?: readonly string[];
  phrases?: Readonly<Partial<Record<Operation, readonly string[]>>>;
  /** Names that results take, by the operation that gives them; absent = drawn from lists. */
  names?: Readonly<Partial<Record<Operation, readonly string[]>>>;
  /** What goes on around, as the subject and verb of a sentence in the past: "gulls wheeled above the mast". */
  ambient: readonly string[];
}

/** The phrases of a list with semicolons between them. */
export const list = (text: string): string[] => text.split(/\s*;\s*/u).map(each => each.trim());
/** The sentences of a text with a line for each. */
export const lines = (text: string): string[] => text.trim().split("\n");

/** A genre by its openings, a line each; then, after an empty line, its lists in the order of `Genre`. */
function genre(id: string, voice: Genre["voice"], text: string): Genre {
  const [openings = "", lists = ""] = text.split("\n\n");
  const [settings, places, props, roles, objects, ambient] = lines(lists).map(list) as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[]
  ];
  const pairs = objects.map(each => each.split("/") as [string, string]);
  return {id, voice, openings: lines(openings), settings, places, props, roles, objects: pairs, ambient};
}

export const GENRES: readonly Genre[] = [
  genre(
    "harbour mystery",
    "prose",
    `
Nobody in {setting} would admit to having moved the cargo, and so the whole crew had to account for it.
When the storm let go of {setting}, the question of what had been landed was still open.
In {setting} a quarrel over freight could outlast a marriage.

the fishing port of Skelwick; the old customs harbour at Morrow Sound; the drowned quays of Teversham
the rope loft; the customs shed; the harbour office; the fish market; the slipway; the chandler's back room; the lamp store; the net yard; the pilot house; the tavern under the seawall; the ice cellar; the boathouse
a coil of tarred rope; an oilskin coat; a cracked barometer; a tin of ship's biscuit; a boat hook; a waxed chart; a pewter mug; a rusted padlock; a sack of wet salt; a wicker creel; a splintered oar; a dented foghorn
harbour pilot; customs clerk; net mender; ship's cook; lighthouse keeper; chandler; dredger captain; fish auctioneer; wharf carpenter
crate of lamp oil/crates of lamp oil; cask of brandy/casks of brandy; bale of sailcloth/bales of sailcloth
gulls wheeled above the masts; the tide sucked at the pilings; fog came in over the breakwater; rigging slapped against the spars; a bell buoy clanged in the channel; rain drummed on upturned hulls; the smell of pitch hung over the quay; a winch complained somewhere along the wharf; seaweed dried on the stones; lamplight slid across black water
`
  ),
  genre(
    "mountain monastery",
    "prose",
    `
Winter had closed the pass below {setting}, and the stores had to be reckoned anew.
The abbot of {setting} trusted prayer, and after prayer he trusted an honest inventory.
Snow lay to the sills of {setting} on the morning the tally began.

the cloister of Saint Orlan; the high monastery of Veyra; the snowbound priory at Tarn Gate
the scriptorium; the bell tower; the herb garden; the refectory; the crypt; the cheese cellar; the chapter house; the goat shed; the guest hall; the infirmary; the apiary; the walled orchard
a goose feather; a clay jug; an illuminated page; a bundle of dried sage; a frayed habit; a beeswax stub; a wooden bowl; a brass censer; an iron key; a psalter with a broken spine; a woollen blanket; a copper kettle
cellarer; novice master; infirmarian; bell ringer; cantor; beekeeper; gatekeeper; copyist; cook of the lay brothers
wheel of cheese/wheels of cheese; jar of honey/jars of honey; sheet of vellum/sheets of vellum
snow slid from the chapel roof; wind moaned in the arrow slits; a bell tolled for vespers; goats shifted in their stalls; incense drifted along the vaults; ice ticked in the gutters; crows argued on the cloister wall; chanting rose through the floorboards; a draught troubled every flame; meltwater ran under the flagstones
`
  ),
  genre(
    "generation ship",
    "prose",
    `
Aboard {setting} everything was recycled except blame.
The night cycle of {setting} had barely begun when the audit was ordered.
No living passenger of {setting} had ever seen a sun close by, but all of them could keep a manifest.

the ark Perpetua; the long-haul vessel Quiet Harvest; the colony ship Ansel's Promise
the hydroponics deck; the coolant gallery; the observation blister; the seed vault; the reactor annex; the hull workshop; the crèche ring; the cryo ward; the mess on the spin deck; the antenna mast; the algae tanks; the maintenance spine
a scuffed datapad; a torque wrench; a spool of filament; a pressure glove; a cracked visor; a nutrient pouch; an insulated flask; a sheaf of printed foil; a magnetic boot; a bundle of fibre; a sealed canister; a handheld scanner
hydroponics steward; reactor apprentice; hull inspector; archivist of the bridge; medic on the night cycle; water warden; drone wrangler; navigator's aide; quartermaster
fuel cell/fuel cells; oxygen canister/oxygen canisters; seed capsule/seed capsules
the ventilators hummed; coolant gurgled behind the panels; warning strips glowed amber; stars crept past the blister; the deck plates trembled; a servo whined in the bulkhead; condensation beaded on the pipes; an announcement crackled and died; drones drifted home along the spine; the lights dimmed toward night cycle
`
  ),
  genre(
    "desert caravan",
    "prose",
    `
The caravan reached {setting} short of water and long on rumours.
At {setting} every trader swore by the stars and cheated by lamplight.
Sand had buried the road behind {setting}, so the company stayed and counted what it had.

the well of Umm Hadir; the ruined caravanserai of Qasr Lamin; the salt flats east of Tazrit
the spice tent; the camel lines; the well head; the guard fire; the carpet stall; the ruined gate; the shade of the tamarisks; the water cistern; the saddler's awning; the dune above the camp; the cook tent; the date grove
a goatskin bag; a camel saddle; a curved knife; a clay lamp; a folded prayer rug; a bundle of cinnamon; a leather purse; a brass astrolabe; a string of amber beads; a torn veil; a wooden ladle; a roll of indigo cloth
caravan master; camel driver; spice merchant; well digger; interpreter; star reader; saddler; captain of the guards; healer from the coast
sack of saffron/sacks of saffron; block of salt/blocks of salt; skin of water/skins of water
camels grumbled at their ropes; heat shivered over the flats; sand hissed against the canvas; a flute wandered through the dusk; embers glowed under the ash; flies worried the dates; a jackal called from the wadi; dust turned the sun to copper; the tent poles creaked; cardamom scented the smoke
`
  ),
  genre(
    "opera house",
    "prose",
    `
Opening night at {setting} was close, and the props were in disarray.
The management of {setting} had lost its stock book somewhere between rehearsals.
Everyone at {setting} had a voice, and everyone used it on the day of the stocktaking.

the Teatro Aurelio; the Royal Playhouse of Lindmark; the old opera on Canal Street
the costume store; the orchestra pit; the fly gallery; the wig room; the royal box; the trap under the stage; the scene dock; the rehearsal hall; the box office; the prompter's corner; the velvet foyer; the lighting bridge
a powdered wig; a papier-mâché crown; a cracked violin bow; a velvet glove; a bouquet of silk roses; a broken fan; a marked score; a jar of greasepaint; a pasteboard sword; a music stand; a feathered mask; a spool of gold thread
stage manager; prompter; wardrobe mistress; leading tenor; lighting master; understudy; conductor; box office clerk; chorus captain
feathered hat/feathered hats; gilded mask/gilded masks; painted fan/painted fans
a soprano practised scales behind a wall; the curtain sighed on its ropes; sawdust drifted down from the flies; somebody tuned a cello; footlights buzzed along the apron; the smell of glue hung in the scene dock; applause leaked in from the rehearsal hall; a trapdoor thudded; pigeons cooed under the dome; rain tapped on the skylight
`
  ),
  genre(
    "polar station",
    "prose",
    `
The relief ship would not reach {setting} before spring, and the log had gaps.
At {setting} the long dark made tempers short and records precious.
A blown generator had wiped the inventory of {setting}, and it had to be built again from memory.

Halvorsen Station; the ice camp at Cape Reverie; the weather post on Mount Sable
the radio hut; the generator shed; the ice core store; the galley; the dog kennels; the drying room; the weather mast; the snow tunnel; the workshop; the sick bay; the observatory dome; the sledge garage
a frozen mitten; a paraffin stove; a notched ski; a roll of bunting; an ice axe; a tin of pemmican; a soldering iron; a frosted lens; a thermos; a stack of weather charts; a coil of antenna wire; a fur hood
glaciologist; radio operator; dog handler; station doctor; mechanic; meteorologist; cook; sledge driver; junior physicist
ice core/ice cores; drum of paraffin/drums of paraffin; signal flare/signal flares
wind scoured the antenna mast; dogs howled at the aurora; frost feathered the window; the generator coughed; ice groaned under the hut; static filled the receiver; snow sifted through a seam in the door; the stove ticked; a lamp swung in the tunnel; green light rippled across the dome
`
  ),
  genre(
    "orchard village",
    "prose",
    `
The harvest fair at {setting} was decided by counting, and counting was decided by argument.
After the hail, all of {setting} went out to see what was left.
They were proud of their fruit in {setting}, and prouder still of their bookkeeping.

the village of Apple Marsden; the valley farms of Dorn; the hamlet under Plum Hill
the cider press; the village green; the schoolhouse; the mill race; the churchyard; the packing barn; the lower meadow; the post office; the smithy; the lane behind the vicarage; the hop kiln; the footbridge
a wicker basket; a pruning hook; a jar of plum jam; a straw hat; a ladder with a missing rung; a muddy boot; a jug of cider; a paper lantern; a ball of twine; a garden spade; a tin whistle; a patched quilt
schoolteacher; miller; postmistress; blacksmith; vicar's cousin; orchard foreman; midwife; shepherd; landlady of the inn
bushel of apples/bushels of apples; crate of plums/crates of plums; jar of preserves/jars of preserves
wasps circled the windfalls; the mill wheel turned; swallows gathered on the wires; a cart rattled down the lane; smoke rose from the hop kiln; children shouted beyond the hedge; the church clock struck; leaves blew across the green; a dog barked at the carrier; mist lifted from the meadow
`
  ),
  genre(
    "night train",
    "prose",
    `
The express out of {setting} ran late, and its luggage van had been searched in the dark.
By the time the train left {setting} behind, the conductor had discovered the muddle in the van.
Strangers who boarded at {setting} became witnesses before breakfast.

Varga Junction; the terminus at Ostrava Quay; the frontier halt of Belmarch
the dining car; the luggage van; the corridor; the sleeping car; the guard's compartment; the tender; the smoking saloon; the mail coach; the vestibule; the galley; the observation platform; the boiler footplate
a leather valise; a crumpled timetable; a silver hip flask; a travelling rug; a hatbox; a brass whistle; a stack of telegrams; a monogrammed napkin; a pocket watch; a birdcage; a bottle of cologne; a passport with a torn cover
conductor; sleeping car attendant; retired colonel; piano tuner; diplomatic courier; wine steward; fireman; governess; commercial traveller
mail sack/mail sacks; hatbox/hatboxes; parcel of silver/parcels of silver
wheels hammered over the points; sparks streamed past the glass; a whistle shrieked in the cutting; curtains swayed in time; cutlery chimed in the dining car; steam blurred the platform lamps; the couplings groaned; a baby cried behind a partition; rain slanted across the window; a signal fell somewhere ahead
`
  ),
  genre(
    "sales call",
    "call",
    `
Transcript of a review call about the account in {setting}. The team rates what it heard and settles on figures before the month closes.
Recording of the pipeline meeting for {setting}. Everybody on the line has listened to the customer and brings ratings.
Notes of a forecast call on {setting}, typed as it was spoken.

the northern region; the hospital chain in Leeds; the logistics group in Rotterdam
the pricing sheet; the customer portal; the renewal plan; the discovery notes; the demo environment; the contract draft; the account history; the support queue; the security review; the migration plan; the shared inbox; the org chart
a slide deck; a redlined contract; a recording; a forwarded thread; a usage report; a reference letter; a draft proposal; a meeting invite; a procurement form; a demo script; a price list; a spreadsheet
account executive; sales engineer; customer success lead; regional manager; renewals specialist; legal counsel; product marketer; deal desk analyst; onboarding coach
buying signal/buying signals; urgency point/urgency points; champion vote/champion votes
somebody's line crackled; a dog barked on the other end; the screen share froze; typing filled the pause; the connection dropped and came back; a calendar alert chimed; somebody unmuted by mistake; coffee was poured audibly; the recording light blinked; a door closed in the background
`
  )
];

export const FIRST_NAMES: readonly string[] = list(
  "Adela; Bastian; Corvin; Dagny; Edmund; Fenna; Gideon; Halla; Ilse; Jorun; Kasimir; Leonie; Matteo; Nerys; Osric; Petra; Quill; Rosalind; Silvan; Tamsin; Ulric; Verena; Wystan; Xenia; Yorick; Zelda; Anselm; Brigid; Cosmo; Delphine; Emeric; Frida; Gwendal; Hester; Ivo; Jemima; Klara; Lorcan; Mirela; Niall; Odile; Piers; Romilly; Soren; Thea; Umberto; Viola; Wilhelmina"
);

/** What somebody is known for, behind "who". */
export const QUIRKS: readonly string[] = list(
  "never finished a sentence without sighing; hummed when nervous; distrusted every clock; kept crumbs for the birds; spoke to the furniture; collected broken buttons; laughed at the wrong moments; slept badly in company; quoted a grandmother nobody had met; smelled faintly of cloves; could not abide whistling; wrote everything down and then lost the paper; always sat facing the door; polished spectacles that were already clean; blamed the weather for everything; carried a stone from home; was afraid of moths; walked with a borrowed cane; chewed liquorice all day; wore gloves indoors; told the same joke to strangers; counted under the breath; never took sides; had known better days"
);

/** Words of anchors. No sentence of the grammar puts one of these adjectives before one of these nouns. */
export const ANCHOR_ADJECTIVES: readonly string[] =
  "Amber Azure Blithe Bronze Candid Cobalt Coral Crimson Dappled Dauntless Ebon Elder Emerald Fabled Feral Florid Gallant Gilt Gossamer Hallowed Hidden Hollow Humble Indigo Ivory Jaded Jasper Keen Lavish Limber Lunar Marbled Mellow Mirthful Noble Nimble Ochre Onyx Opal Pallid Placid Primal Quaint Regal Rustic Sable Scarlet Serene Sidereal Solemn Sombre Stoic Sullen Tawny Tidal Umber Valiant Verdant Vivid Wayward Winsome Zealous".split(
    " "
  );
export const ANCHOR_NOUNS: readonly string[] =
  "Accord Aegis Anthem Anvil Beacon Bequest Bramble Cadence Chalice Cipher Citadel Compass Covenant Cygnet Diadem Dirge Eclipse Elegy Emblem Falcon Fable Gambit Garland Gauntlet Griffin Harrier Heron Hymn Idyll Jackdaw Kestrel Lantern Laurel Legacy Lyric Mandate Mantle Marvel Meridian Mosaic Nocturne Oracle Orchid Paragon Pennant Phoenix Pilgrim Prism Quarry Relic Requiem Riddle Rosette Sentinel Sextant Solstice Sonnet Sparrow Talisman Thistle Trellis Vesper Vigil Zephyr".split(
    " "
  );
