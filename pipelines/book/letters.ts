// Letters of the options of a multiple-choice question. Pure and browser-safe.

/** A the first; a question has no more options than letters. */
export const OPTION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The letter of an option by its 0-based place; empty beyond the last. */
export const letterOf = (place: number): string => OPTION_LETTERS[place] ?? "";
