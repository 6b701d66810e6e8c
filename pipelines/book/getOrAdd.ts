/** Returns the value of a key of a map, which is made and added first if it is missing. */
export function getOrAdd<Key, Value>(
  map: {get(key: Key): Value | undefined; set(key: Key, value: Value): unknown},
  key: Key,
  make: () => Value
): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
