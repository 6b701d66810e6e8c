// Templates from which the shipped weights are trained: how answers are stated, hedged, withdrawn, refused and left out.
import type {Templates, Words} from "../../../pipelines/studies/extraction/fixtures/expand.js";
import {parts} from "./parts.js";
import {unstated} from "./unstated.js";

export const trainingWords: Words = {
  who: ["Alma", "Boris", "Chidi", "Dana", "Emil", "Farah", "Greta", "Hugo", "Ines", "Jonas", "Marie Keller", "Omar Said"],
  thing: ["lamp", "ticket", "marble", "coin", "basket", "pencil", "bottle", "cup", "ladder", "violin", "red square", "green box"],
  where: [
    "attic",
    "cellar",
    "barn",
    "library",
    "harbour",
    "museum",
    "stable",
    "workshop",
    "station",
    "market",
    "living room",
    "chapel"
  ],
  phrases: [
    "valid",
    "invalid",
    "entailment",
    "the second sentence",
    "a weak acid",
    "photosynthesis",
    "not enough information",
    "the Treaty of Ghent",
    "blue and silver",
    "heavier",
    "plausible",
    "New Zealand"
  ],
  items: [
    "apricot",
    "bellows",
    "cobalt",
    "dervish",
    "engine",
    "fiddle",
    "granite",
    "hollow",
    "ivory",
    "jasper",
    "kettle",
    "lantern",
    "mosaic"
  ]
};

export const training: Templates = {
  parts,
  bodies: {
    any: [
      "Let me go through this carefully.",
      "We need to look at each step.",
      "First, I will restate the problem.",
      "The question asks for one thing only.",
      "Let's think step by step.",
      "**Step {n}:** consider what {who} did.",
      "That leaves one case to check.",
      "Now let's check the other side.",
      "I should double-check this.",
      "{who} has a {thing} in the {where}."
    ],
    number: [
      "{who} starts with {n} {thing}s and buys {m} more, so {n} + {m} = {k}.",
      "({n} * {m}) - {k} = ({n} * {m} - {k}) = {n} - {m}.",
      "A = ({n} + {m}) = {k}.",
      "There are {n} {thing}s in the {where} ({n} x {m} = {k}).",
      "- {thing}s: {n}",
      "Then {n} of the {m} are given away.",
      "{who} pays {n} dollars for each of the {m} {thing}s.",
      "Is it {X}? Let me see.",
      "Adding up gives {n} + {m} + {k}."
    ],
    letter: [
      "(A) {thing}",
      "(B) says that the {thing} is in the {where}.",
      "Option {b} does not fit, because {who} was in the {where}.",
      "({n}) {who} is to the left of the {thing}.",
      "Looking at {X}, this could work.",
      "{B} is ruled out by the first statement.",
      "Eliminate {C}."
    ],
    truth: [
      "not False and True = True and True = True.",
      "We evaluate the left side: not ( {X} ) = {X}.",
      "Let Z = A or B, where A = {X} and B = {X}.",
      "So the inner bracket is {X}."
    ],
    "yes or no": [
      "{who} is a player of another sport.",
      "If yes, then {who} would have to be in the {where}.",
      "No {thing} was seen there.",
      "{who} says that {who} lies, so {who} tells the truth."
    ],
    option: ["{who} went to the {B}.", "Then {who} left the {C} with the {thing}.", "The {thing} was in the {B} before."],
    place: [
      "{who} went to the {B}.",
      "Then {who} left the {C} with the {thing}.",
      "The {thing} was in the {B} before.",
      "{who} carried the {thing} from the {C} to the {B}."
    ],
    name: ["{B} met {C} in the {where}.", "{who} gave the {thing} to {B}.", "It was {C} who had the {thing} first."],
    list: [
      'Compare the first letters of "{item}" and "{item}": {n} comes before {m}.',
      'The letter of "{item}" is number {n}, of "{item}" it is {m}, hence "{item}" < "{item}".',
      'So far: "{item}" < ["{item}" ? "{item}"] < "{item}".',
      "Among {item}, {item} and {item}, the first is {item}.",
      'Next we sort this part ["{item}" ? "{item}"] by the second letter: "{item}": "{item}" ({n}).'
    ],
    date: [
      "Today is {B}.",
      "A week has 7 days, so {n} days before {B} we are in another month.",
      "If yesterday was {B}, then tomorrow is two days later."
    ],
    brackets: [
      "{n}: ( ; stack: ( [ {{ ( <",
      "{n}: ] ; stack: ( [ <",
      "After symbol {n} the stack holds [ [ ( <",
      "The bracket ( is open, so we push it: ( ( [",
      "Closing [ leaves the stack {{ ["
    ],
    phrase: ["The premise says that every {thing} is in the {where}.", "{who} argues that this holds.", "It could be called {B}."]
  },
  stated: {
    any: [
      ...Array<string>(12).fill("{lead} {claimed} {says} {A}{end}"),
      ...Array<string>(3).fill("{lead} {claimed} {says} **{a}**{end}"),
      ...Array<string>(4).fill("{marks} {heading}\n\n{A}"),
      ...Array<string>(2).fill("{marks} {heading}: {A}"),
      ...Array<string>(3).fill("{heading}: {A}"),
      ...Array<string>(2).fill("**{heading}:** {A}"),
      "**{heading}: {a}**",
      "**{heading}:**\n{A}",
      ...Array<string>(2).fill("{lead} it {says} {A}{end}"),
      ...Array<string>(6).fill("{first}{turn} {claimed} {says} {A}."),
      ...Array<string>(2).fill("{first}{turn} it is {A}."),
      ...Array<string>(6).fill("{subject} {says} {A}{end}"),
      ...Array<string>(2).fill("{heading}: {subject} is {A}."),
      "{subject} {says} the {A}.",
      "{subject} is '{a}'.",
      "{subject} is “{a}”.",
      "{lead} {claimed} {says} $\\boxed{{a}}$.",
      "{A}\n\nHere is why: {who} had the {thing} in the {where}.",
      "{A}\n\n{who} was not in the {where}, and so {B} is wrong.",
      "{A}. {who} was not in the {where}.",
      "So the answer is {A}.",
      "Therefore, the answer is {A}.",
      "Thus the final answer is {A}",
      "The answer is: {A}",
      "The answer is **{a}**.",
      "**The answer is {a}.**",
      "Answer: {A}",
      "**Answer:** {A}",
      "**Answer: {a}**",
      "Final answer: {A}.",
      "**Final Answer**: {A}",
      "### Answer\n{A}",
      "## Final answer\n\n**{a}**",
      "Final Answer:\n\n{A}",
      "The correct answer is {A}.",
      "My answer: {A}",
      "A: {A}",
      "{A}",
      "{A}.",
      "**{a}**",
      "$\\boxed{{a}}$",
      "\\boxed{{a}}",
      "The final answer is $\\boxed{{a}}$.",
      "\\[\n\\boxed{{a}}\n\\]",
      "\\boxed{\\text{{a}}}",
      "So it must be {A}.",
      "Hence it is {A}.",
      "This gives {A}.",
      "In conclusion: {A}",
      "Result: {A}",
      "Output: {A}",
      "=> {A}",
      "I would answer {A}.",
      "Based on this, the answer should be {A}.",
      "So, the result is {A}.",
      "The answer is {A}, because the other cases are ruled out.",
      "The answer is {A}. This follows from the first statement.",
      "The answer is {A}, not {B}.",
      "Answer: {A}\n\nExplanation: {who} was in the {where}, so {B} does not fit.",
      "**{a}**\n\nReasoning: {who} has the {thing}.",
      "The answer is {B}. Wait, that is wrong. The answer is {A}.",
      "Answer: {B}\n\nNo, let me correct that.\n\nAnswer: {A}",
      "At first I thought the answer is {B}, but it is {A}.",
      "It is not {B} but {A}.",
      "It can't be {B}. So the answer is {A}.",
      "Some would say {B}, but the correct answer is {A}.",
      "I initially said {B}. Correction: {A}.",
      'The answer is "{a}".',
      "Response: {A}",
      "Hence, the correct answer would be {A}.",
      "We have found the answer: {A}",
      "Answer: **{a}** (see above)"
    ],
    number: [
      "So there are {A} left.",
      "{n} + {m} = {A}",
      "{n} * {m} = {A}.",
      "In total, {who} has {A}.",
      "Therefore, {who} needs {A} in all.",
      "= {a}",
      "**Total: {a}**",
      "So {who} spent {A} in the {where}.",
      "The total cost is {n} + {m} = {A}.",
      "x = {a}",
      "She has {n} - {m} = {A} of them left.\nA: {a}",
      "Therefore, {n} - {m} = {A}, which is the number of {thing}s.",
      "The total is {A} (that is {n} more than {m})."
    ],
    letter: [
      "The correct option is {A}.",
      "Option {a} is correct.",
      "So I choose {A}.",
      "The best choice is {A}.",
      "({a}) is right, since ({b}) contradicts it.",
      "Correct choice: {A}",
      "{a}",
      "({a}) the {thing}",
      "Only {A} fits.",
      "Therefore, **{a}** is the right option."
    ],
    truth: [
      "The expression evaluates to {A}.",
      "So Z = {A} and {B} = {A}. Hence the value is {A}.",
      "The statement is {A}.",
      "Z = {A}"
    ],
    "yes or no": [
      "{A}, {who} was there.",
      "{A}, that is plausible.",
      "So {A}.",
      "{A}. {who} has the {thing}.",
      "My verdict: {A}"
    ],
    option: [
      "The {thing} is in the {A}.",
      "{who} is in the {A} now.",
      "So {who} must have gone to the {A}.",
      "{who} left the {B}, and the {thing} is in the {A}."
    ],
    place: [
      "The {thing} is in the {A}.",
      "{who} is in the {A}.",
      "{who} is now at the {A}.",
      "The place where {who} was last seen is the {A}.",
      "The last known place of the {thing} is {A}.",
      "Before the {B} the {thing} was in the {A}.",
      "After leaving the {B}, {who} went to the {A}.",
      "So the {thing} was last in the {A}.",
      "The {thing} must be in the {A}."
    ],
    name: [
      "The {thing} belongs to {A}.",
      "The winner is {A}.",
      "The person who has the {thing} is {A}.",
      "{who} gave the {thing} to {A}.",
      "The one who took the {thing} was {A}."
    ],
    list: [
      "Sorted: {A}",
      "The sorted list is: {A}",
      "In alphabetical order, the words are {A}.",
      "Putting it all together: {A}",
      'Hence "{item}" < "{item}" < "{item}". So the answer is {A}.'
    ],
    date: ["The date is {A}.", "So tomorrow is {A}.", "A month ago it was {A}.", "Therefore the date {n} days later is {A}."],
    brackets: ["The rest of the sequence is {A}.", "So we need {A}", "We close them with: {A}", "The missing brackets are {A}."],
    phrase: [
      "The argument is {A}.",
      "The term for this is {A}.",
      "It is called {A}.",
      "The best description is {A}.",
      "So we call it {A}."
    ]
  },
  unstated,
  after: [
    "Do you want to see more details?",
    "Thank you for the puzzle.",
    "I enjoyed this one.",
    "Ask me if something is not clear.",
    "Tell me if I should explain it.",
    "We are done.",
    "All conditions are met.",
    "Have a nice day!",
    "You can verify this with pen and paper.",
    "*Checked twice.*",
    "I hope this helps!",
    "Let me know if you have questions.",
    "Is there anything else?",
    "This can be checked by going through the steps again.",
    "{who} would agree."
  ]
};
