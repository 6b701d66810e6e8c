// Sentences of stories told by a narrator. Slots stand in braces; no sentence here says a number, and none states a fact about the count
// unless it belongs to a beat.
//
// Slots: {who} and {who2}, people on stage; {place}, {prop}, {ambient} and {objects}, of the genre; the others are the lists of SHARED.

import {lines, list} from "./worlds.js";

/** Phrases that fit into any genre told as prose. */
export const SHARED = {
  adjective: list(
    "battered; pale; narrow; crooked; faded; gleaming; heavy; hollow; damp; dusty; ancient; borrowed; brittle; careful; cheerless; chipped; clumsy; cold; creaking; familiar; forgotten; fragrant; gaunt; gentle; gloomy; greasy; honest; idle; lopsided; mended; muffled; nameless; odd; ornate; patient; peeling; plain; quiet; ragged; restless; rough; sagging; shabby; silent; slanting; slender; smoky; soft; sour; squat; stained; stubborn; tarnished; threadbare; uneven; unlucky; warped; weary; wide; worn"
  ),
  item: list(
    "bench; doorway; window; staircase; shelf; table; lamp; wall; floorboard; ceiling; curtain; chair; cupboard; hinge; corner; threshold; railing; mirror; basin; barrel; crate; ladder; bucket; stool; drawer; candle; chimney; keyhole; latch; beam; counter; rug; ledge; hook; handle; blanket; bottle; tray; kettle; broom"
  ),
  manner: list(
    "without haste; with great care; under a borrowed hat; in a low voice; with a crooked smile; out of habit; like somebody barely awake; against all advice; with cold fingers; for no stated reason; as though nobody were looking; with the air of a judge; more gently than usual; after a long breath; between mouthfuls of bread; with visible reluctance; in the manner of an old sailor; as if the walls could hear; with unexpected grace; under protest; as quietly as possible; with a shrug; in evident good humour; with ink on every cuff; out of sheer curiosity; by the light of a shaded lamp; in stockinged feet; with an apology to the cat; to everybody's surprise; in a borrowed accent"
  ),
  time: list(
    "toward evening; before the lamps were lit; when the rain had passed; late in the watch; just after breakfast; as the light failed; long past bedtime; in the grey of the morning; while the kettle boiled; by the time the fire had sunk; during a lull; shortly before supper; at the turn of the weather; in the dead hour of the night; as the shadows grew; not long afterwards; while everybody else was arguing; at an hour when sensible people sleep; when the noise had died down; under a thinning sky; after the meal; on the way back; at last; for a while; in the meantime; some time later; that same evening; all through the afternoon"
  ),
  gesture: list(
    "rubbed a stiff shoulder; turned up a collar; stared into an empty cup; folded and unfolded a letter; traced a crack with a thumb; blew on numb hands; leaned against the doorpost; picked lint from a sleeve; tugged at a loose thread; whistled through the teeth; paced from wall to wall; hunted for a match; looked away; nodded at nothing; stamped the mud from a heel; scratched behind an ear; smoothed a crease; shut the window; opened the window again; coughed into a scarf; tilted a head to listen; waved a fly aside; yawned without shame; pulled a blanket closer; rolled a pebble between the palms; sniffed the air; clicked a tongue; drew the curtain; shifted from foot to foot; bit into a cold potato; wiped the rim of a glass; gathered the crumbs; hid a smile; closed tired eyes; straightened a picture; kicked at the ashes"
  ),
  thought: list(
    "a letter that had never been answered; the house by the river; an old debt of kindness; the summer of the great drought; a sister overseas; songs from a forgotten wedding; the price of firewood; a quarrel about a fence; the smell of a childhood kitchen; promises made in a hurry; a dog that had run away; the long road home; a teacher with a soft voice; bread still warm from the oven; a coat left on a ferry; the sound of an accordion; something the doctor had hinted at; a garden gone wild; the advice of an uncle; a photograph in a drawer; a name carved in a tree; the taste of salt; a stranger met on a bridge; the rules of a card game; a storm that had spared nobody; whether the roof would hold; what the neighbours might say; the shape of a cloud; a door that would not close; an apology owed to a friend"
  ),
  topic: list(
    "the weather; the quality of the soup; a cousin's wedding; the proper way to sharpen a knife; the habits of foxes; a rumour from the city; the cost of good boots; ghosts; a remedy for coughs; the length of sermons; the manners of the young; a horse with a temper; the best road south; bad dreams; a song whose words were lost; the art of sleeping upright; old maps; a missing button; the virtues of silence; snoring; the colour of the sea; whether cats can be trusted; somebody's inheritance; a recipe for dumplings; the stars"
  ),
  opinion: list(
    "patience is a kind of courage; good rope outlives bad captains; the truth keeps better than fish; nobody should argue on an empty stomach; an honest face is worth a locked door; silence has saved more friendships than wit; every house has its own weather; a borrowed tool is never sharp; luck favours whoever sweeps the floor; rest is a form of work; maps are only opinions; the old songs know best; strangers make the finest listeners; a promise weighs more than a purse; fear makes poor soup; kindness needs no witness; the cold forgives nobody; memory is a leaking bucket; even clocks must be believed in; haste is a bad cook"
  ),
  mood: list(
    "uneasy; drowsy; cheerful for no reason; suspicious; close to tears; oddly calm; impatient; proud; embarrassed; relieved; homesick; curious; stubborn as ever; grateful; out of sorts; wide awake; sentimental; lightheaded; cross; content"
  ),
  sense: list(
    "woodsmoke; wet wool; boiled cabbage; old paper; lavender; machine oil; oranges; cold iron; candle wax; fresh bread; leather; mildew; vinegar; pipe tobacco; soap; dust; ginger; resin; rain; camphor"
  )
} satisfies Record<string, string[]>;

/** Sentences that continue a scene and add no fact. */
export const PADDING = lines(`
{Time} {ambient}, and {who} {gesture}.
{Who} {gesture} and thought of {thought}.
{Ambient}.
{Ambient} while {who} and {who2} talked about {topic}.
In {place} a {adjective} {item} stood beside a {adjective} {item}, and neither had been dusted since the spring.
{Who} crossed {place} {manner}.
There was {prop} on the {adjective} {item}, and nobody could say whose it was.
"{Opinion}," said {who}, and {gesture}.
"{Opinion}," {who2} answered {manner}.
{Who} felt {mood} and did not know why.
The air in {place} tasted of {sense} and {sense}.
{Who2} had brought {prop}, which {who} admired {manner}.
{Time} {who} found {prop} behind the {adjective} {item}.
Nobody spoke; {ambient}.
It was {who2}, as so often, who turned the talk to {topic}.
{Who} leaned on the {adjective} {item} and listened, because {ambient}.
Somebody had left {prop} near {place}, and {who} moved it {manner}.
{Who}, feeling {mood}, remembered {thought}.
A smell of {sense} came from {place}.
{Who2} {gesture}, {who} {gesture}, and the conversation drifted toward {topic}.
They spoke of {topic} and then, {manner}, of {topic}.
Beyond the {adjective} {item} {ambient}.
{Who} maintained that {opinion}, though {who2} looked {mood}.
The {adjective} {item} in {place} had been repaired so often that little of it was original.
{Time} the {role} came by, {gesture}, and went away again.
{Who2} asked about {prop}, but {who} was thinking of {thought}.
Under the {adjective} {item} lay {prop}, smelling of {sense}.
{Who} told a story about {thought}, and {who2} laughed {manner}.
What {who} wanted, {time}, was only a {adjective} {item} and some peace.
{Ambient}, which made {who2} {mood}.
The {role}, {mood} and smelling of {sense}, wandered through {place}.
"Let us talk about {topic}," said {who2}; "I am tired of everything else."
{Who} polished the {adjective} {item} {manner} until {ambient}.
For {who} the worst of it was {thought}; for {who2} it was {topic}.
{Time} a {adjective} light fell across {place}, and {ambient}.
{Who} and {who2} shared what was left of the {sense}-scented tea beside the {adjective} {item}.
If {opinion}, as {who} believed, then there was no reason to feel {mood}.
{Who2} stood in {place} with {prop} and {gesture}.
The {adjective} {item} creaked whenever {who} {gesture}.
Outside {place} {ambient}; inside, {who2} {gesture}.
{Who} dreamed {time} of {thought} and woke {mood}.
Between {place} and {place} the floor was covered with a {adjective} rug.
{Who2} wrapped {prop} in a {adjective} cloth and said that {opinion}.
Neither {who} nor {who2} mentioned {topic} again {time}.
`);

/** Clauses that lengthen a sentence of padding, in place of its full stop. */
export const TAILS = lines(`
, while the {role} {gesture} {time}.
, and {time} the {role} {gesture}.
, which made the {role} think of {thought}, {time}.
; in {place} {ambient} {time}.
, as the {role} remarked {manner}, {time}.
; {time} the {role} blamed {topic}, {manner}.
, though {time} the {role} preferred to talk about {topic}.
, not far from where {prop} leaned against the {adjective} {item}.
; later the {role} found {prop} on the {adjective} {item}.
; by then the {adjective} {item} smelled of {sense} and {sense}.
, and {time} the {adjective} {item} looked almost {adjective}.
; {manner}, the {role} took it as proof that {opinion}.
; {time} the smell of {sense} reached the {adjective} {item} in {place}.
, and a draught carried the smell of {sense} from {place} past the {adjective} {item}.
, but the {role} saw only {prop} and the {adjective} {item}.
`);

/** Sentences that open the scene of a beat. */
export const SCENES = lines(`
{Time} {who} and {who2} met in {place}.
In {place} {who} was already waiting, {mood}, when {who2} arrived.
{Who} led {who2} into {place}, where {ambient}.
The matter took {who} next to {place}, and {who2} came along {manner}.
{Ambient} when {who} unlocked {place} for {who2}.
{Who2} called {who} over to {place}, {time}.
Between the {adjective} {item} and the {adjective} {item} in {place}, {who} cleared a space for {who2}.
{Who}, {mood}, sat down with {who2} in {place}.
It was in {place}, {time}, that {who} and {who2} took up the next part of the reckoning.
{Who2} had asked {who} to come to {place} {manner}.
`);

/** Sentences that state a number of things; `{n}` is "seven crates". */
export const COUNTS = lines(`
{Who} counted {n} beside the {adjective} {item}.
Behind the {adjective} {item} {who2} found {n}.
{Who2} reported {n} from {place}.
Under a {adjective} blanket lay {n}, as {who} confirmed.
{Who} signed for {n} {manner}.
A note in the hand of {who2} spoke of {n}.
Next to {prop} stood {n}, and {who} wrote that down.
"I make it {n} over here," said {who2}.
"{N}, and not a splinter more," {who} declared {manner}.
The {role} had delivered {n}, according to {who}.
{Who2} {gesture} and then admitted to {n}.
From {place} came word of {n}.
{Who} had hidden {n} near {place}.
Along the wall {who2} lined up {n} {manner}.
`);

/** Sentences that state two numbers at a time. */
export const TWO_COUNTS = lines(`
{Who} counted {n} by the {adjective} {item}, and {who2} counted {n} in {place}.
{Who2} answered for {n}, while {n} had come in under the name of {who}.
Beside {prop} stood {n}; behind the {adjective} {item} stood {n}.
"{N} for me," said {who}; {who2} held up a slate that said {n}.
The {role} vouched for {n}, and {who2}, {manner}, for {n}.
On the {adjective} {item} lay a slip for {n} and, pinned to it, another for {n}.
`);

/** Sentences that bring in what an earlier beat settled; `{anchor}` is its name. */
export const KNOWN = lines(`
To these {who} added the figure they knew as {anchor}, exactly as it had been settled.
{Who2} insisted that {anchor} belonged in this company too, at its full value.
The value of {anchor} was set beside them, unchanged.
Nor was {anchor} forgotten: {who} copied its value onto the same slate.
{Anchor} was to be treated as another of these figures, said {who2}.
Whatever stood under {anchor} went onto the same list, and {who} saw to it.
{Who} laid the paper marked {anchor} with the others, for its figure counted here as well.
`);

/** The same where the earlier beat is told later. */
export const KNOWN_LATER = lines(`
To these {who} would add the figure to be known as {anchor}, which was still being worked out.
{Who2} left a blank line for {anchor}, whose value belonged in this company too.
The value of {anchor}, as yet open, was to stand beside them.
A place was kept on the same slate for {anchor}, which {who} had yet to learn.
{Anchor}, when at last it was settled, was to be treated as another of these figures, said {who2}.
`);

/** Sentences that say what is done with the figures of a beat. `{op}` is one of the phrases of the operation. */
export const RULES = lines(`
Of all this {who} wrote down {op}.
What {who2} kept in the end was {op}.
The rule here, {who} reminded everybody {manner}, was to keep {op}.
"We carry forward {op}," said {who2}, and {gesture}.
{Who} looked {mood}, but agreed that only this mattered: {op}.
After some talk about {topic} they settled on {op}.
The {role} had asked for {op}, and {who} obliged {manner}.
Since {opinion}, as {who2} put it, they recorded {op}.
`);

/** Sentences that give the result its name. */
export const NAMINGS = lines(`
That figure was entered as {anchor}.
{Who} wrote no number beside it, only the name {anchor}.
From then on they called the outcome {anchor}.
The outcome went into the book under the name {anchor}.
{Who2} baptised the result {anchor}, and {who} {gesture}.
The result was to be known as {anchor}, which pleased {who2}.
On the cover sheet {who} lettered the words {anchor}, and nothing else.
`);

/** The closing question; `{anchor}` is the name of the outermost operation's result. */
export const QUESTIONS = lines(`
What is the value of {anchor}?
Which number belongs to {anchor}?
When all is reckoned, what number does {anchor} stand for?
What figure was meant by {anchor}?
`);
