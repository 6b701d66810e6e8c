// Choices of names by a text or a count.

/** The named elements in one order, so that equal sets are the same point: "SM, MAX" and "MAX SM" are equal. A number n names the first n. */
export function namesIn<Name extends string>(given: string | number, names: readonly Name[], noun: string): Name[] {
  if (typeof given === "number") {
    if (given >= 1 && given <= names.length) return names.slice(0, given);
    throw new RangeError(`${noun}s ${given} is out of range; give 1 to ${names.length}`);
  }
  const wanted = given.split(/[\s,]+/u).filter(Boolean);
  const unknown = wanted.find(name => !(names as readonly string[]).includes(name));
  if (unknown) throw new RangeError(`unknown ${noun} "${unknown}"; choose from ${names.join(" ")}`);
  if (wanted.length === 0) throw new RangeError(`no ${noun} given; choose from ${names.join(" ")}`);
  return names.filter(name => wanted.includes(name));
}
