// Options of adaptive tests: the rules that end a session and that choose its items.
import {z} from "zod";
import {CRITERIA} from "../studies/adaptive/session.js";
import {option} from "./command.js";
import {wholeNumber} from "./optionTypes.js";

export const stopOptions = {
  se: option(
    z.number().gt(0).lt(1).optional(),
    "stop at this standard error of the ability (0.2 where no other stopping rule is given)",
    {value: "s", expects: "a number between 0 and 1 (the prior has 1)"}
  ),
  max: wholeNumber("stop after n tests").optional(),
  min: wholeNumber("never stop before n tests").default(1),
  criterion: option(
    z.enum(CRITERIA).default(CRITERIA[0]),
    "choose by information at the estimate, or averaged over the posterior",
    {value: "name"}
  ),
  among: wholeNumber("draw each test from the n best ones").default(1)
};
