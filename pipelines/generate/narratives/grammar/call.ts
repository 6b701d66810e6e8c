// Sentences of the transcript of a call: each line begins with its speaker. Slots are those of prose.ts.
import {lines, list} from "./worlds.js";

/** Phrases that replace those of stories told as prose. */
export const CALL_SHARED = {
  adjective: list(
    "blunt; candid; careful; cautious; clear; dated; detailed; early; final; formal; fresh; friendly; generous; honest; internal; late; lengthy; loose; mixed; modest; noisy; open; patchy; plain; polite; quiet; rough; rushed; serious; sharp; short; simple; sober; solid; stale; tense; thin; thorough; unfinished; vague; warm; written"
  ),
  item: list(
    "draft; summary; forecast; chart; comment; agenda; transcript; checklist; pitch; roadmap; table; timeline; note; page; footnote; appendix; mockup; survey; ticket; reply; memo; outline; budget; dashboard; calendar; brief"
  ),
  manner: list(
    "to be honest; off the record; for what it is worth; with all respect; as far as I can tell; if I am reading this right; between us; at this stage; strictly speaking; without naming names; on reflection; as usual; by the way; in fairness; with some relief; if nobody minds"
  ),
  time: list(
    "after the demo; during the break; before lunch; at the end of the call; when we met on site; in the follow-up; over coffee; while the slides loaded; in the kickoff; during the workshop; after the renewal talk; as we wrapped up; before the holidays; in the hallway; while we waited for legal; on the train home"
  ),
  gesture: list(
    "muted the line for a moment; shared the wrong screen; scrolled back to the top; laughed and apologised; lost the thread; took notes; went off to find a charger; read the clause aloud; waited for the others; turned the camera off; sighed audibly; asked for a recap; nodded along; dropped a link into the chat; checked the calendar; thanked everybody"
  ),
  thought: list(
    "the summer release; that awkward dinner; the previous vendor; the pilot in the warehouse; a reorganisation; the new security team; the office move; the training budget; an old integration; the trade fair; a migration gone wrong; the holiday backlog; the partner programme; a change of leadership; the audit; an acquisition rumour"
  ),
  topic: list(
    "procurement; the travel policy; user logins; the newsletter; onboarding; the wording of the press release; data residency; the invoice format; parking at headquarters; the user group; the help centre; a feature request; the legal review; seating at the conference; the trial environment; reporting lines"
  ),
  opinion: list(
    "silence is usually a no; a champion without a budget is a friend; nobody buys on a Friday; the loudest voice rarely signs; a discount never saved a bad demo; procurement reads everything; trust closes more than pressure; a clear no is worth a long maybe; people buy from people; hope is no forecast; a signed plan beats a perfect plan; every delay has an owner"
  ),
  mood: list(
    "optimistic; sceptical; tired; encouraged; nervous; surprised; torn; confident; cautious; distracted; pleased; frustrated; hopeful; puzzled; patient; keen"
  ),
  sense: list("jasmine; mint; oat; ginger; lemon; chamomile; rooibos; vanilla; cinnamon; nettle")
} satisfies Record<string, string[]>;

export const CALL_PADDING = lines(`
{Who}: {Time} we mostly talked about {topic}.
{Who}: I felt {mood}, {manner}, and said so.
{Who}: {Opinion}, {manner}.
{Who}: {Ambient}, sorry, please go on.
{Who}: Has anybody seen {prop}? It should be next to {place}.
{Who}: The {role} sounded {mood} and kept coming back to {thought}.
{Who}: They sent a {adjective} {item} and a {adjective} {item}, and I have read neither.
{Who}: {Who2} {gesture}, so we lost a little time.
{Who}: Remember {thought}? This feels like that, {manner}.
{Who}: I will put the {adjective} {item} into {place} {time}.
{Who}: {Manner}, {topic} can wait.
{Who}: {Who2} and the {role} disagreed about {topic} {time}.
{Who}: I think {opinion}, and {thought} proved it.
{Who}: Their {adjective} {item} mentions {topic}, and somebody in finance was {mood}.
{Who}: Can we take {topic} offline? I would rather finish {place}.
{Who}: {Who2} brought {sense} tea, {gesture}, and asked about {thought}.
`);
export const CALL_TAILS = lines(`
, which {who2} put into the {adjective} {item} {time}.
, and {time} the {role} {gesture} next to {prop}.
; the {role} wrote that next to {topic} in the {adjective} {item}.
, as {prop} and the {adjective} {item} both show.
; {who2} filed the {adjective} {item} under {topic}.
, and {time} the {adjective} {item} reached the {role}.
; ask the {role} about {topic} and the {adjective} {item}.
, as the {adjective} {item} from the {role} makes clear, {manner}.
; my {adjective} {item} in {place} calls that {adjective}.
, although the {role} sounded {mood} about the {adjective} {item}.
, and {who2} compared it with {thought} and with the {adjective} {item}.
; we parked the {adjective} {item} next to {place} {time}.
, while {who2} looked for {prop} behind the {adjective} {item}.
`);
export const CALL_SCENES = lines(`
{Who}: Let us open {place} and go through the next part, {manner}.
{Who}: Next up is {place}; {who2}, you were there {time}.
{Who}: {Ambient}, but I can hear you, so let us turn to {place}.
{Who}: The {role} wants this part settled, {manner}, so {who2} and I looked at {place}.
{Who}: Moving on to {place}, where things felt {mood} {time}.
`);
export const CALL_COUNTS = lines(`
{Who}: I heard {n} {time}.
{Who}: Put me down for {n}, {manner}.
{Who}: In {place} I marked {n}.
{Who}: {N} from me, {manner}.
{Who}: The {role} came away with {n}.
{Who}: My {adjective} {item} shows {n} there.
{Who}: {Who2} said {n} {time}, and I agree.
{Who}: From {prop} I took {n}.
`);
export const CALL_TWO_COUNTS = lines(`
{Who}: I had {n} and {who2} had {n}.
{Who}: {N} on my side, {n} on the side of the {role}.
{Who}: The {adjective} {item} gives {n}, the {adjective} {item} {n}.
{Who}: {Time} I noted {n}, and later {n}.
`);
export const CALL_KNOWN = lines(`
{Who}: And {anchor} counts in here as well, with the figure we gave it.
{Who}: Add {anchor} to this group, please, at its settled value.
{Who}: {Anchor} belongs in the same list; take its figure as it stands.
{Who}: I would also include the value of {anchor}, {manner}.
`);
export const CALL_KNOWN_LATER = lines(`
{Who}: And {anchor} will count in here as well; we get to its figure later.
{Who}: Leave a gap for {anchor} in this group until we have its value.
{Who}: {Anchor} belongs in the same list, though its figure is still open.
`);
export const CALL_RULES = lines(`
{Who}: For this group we report {op}, {manner}.
{Who}: The {role} only wants to see {op}.
{Who}: Then the figure to carry forward is {op}.
{Who}: Agreed with {who2}: what counts here is {op}.
{Who}: Since {opinion}, I would log {op}.
`);
export const CALL_NAMINGS = lines(`
{Who}: I am saving that figure as {anchor}.
{Who}: Let us call the outcome {anchor}.
{Who}: In the tracker the result goes by the name {anchor}.
{Who}: Fine, the result is filed under {anchor}, {manner}.
`);
