// The words in which a question asks how sure the answer is.

/** Stands at the end of a prompt, behind the form of the answer. */
export const ASKS_CONFIDENCE =
  "Below it, state how likely you think it is that this answer is right, on a line of the form\nConfidence: <0 to 100> %";
