// Assembles small WebAssembly modules: loops over vectors, which JavaScript runs several times slower because it has no vector
// instructions. An assembler from the registry would be a thousand times the size of what it assembles, and pages would load it.

/** Types of values (W3C WebAssembly core specification 2.0, 5.3). */
export const [I32, F64, V128] = [0x7f, 0x7c, 0x7b];
const EMPTY = 0x40;
const [BLOCK, LOOP, BR, BR_IF, END] = [0x02, 0x03, 0x0c, 0x0d, 0x0b];
const [I32_GE_U] = [0x4f];
const VECTOR = 0xfd;

/** Bytes of machine code that leave one value on the stack, or none. */
export type Code = readonly number[];

const unsigned = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]);
const signed = (value: number): number[] =>
  value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
const sized = (bytes: Code): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, entries: readonly Code[]): number[] => [
  id,
  ...sized([...unsigned(entries.length), ...entries.flat()])
];
const named = (text: string): number[] => sized([...text].map(letter => letter.charCodeAt(0)));

const binary =
  (...operation: number[]) =>
  (left: Code, right: Code): Code => [...left, ...right, ...operation];
/** Reads at an address, of which the operation assumes no alignment. */
const read =
  (...operation: number[]) =>
  (address: Code, offset = 0): Code => [...address, ...operation, 0, ...unsigned(offset)];
const write =
  (...operation: number[]) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, ...operation, 0, ...unsigned(offset)];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];

export const i32 = {
  constant: (value: number): Code => [0x41, ...signed(value)],
  add: binary(0x6a),
  multiply: binary(0x6c),
  and: binary(0x71),
  load: read(0x28),
  loadByte: read(0x2d)
};
export const f64 = {add: binary(0xa0), multiply: binary(0xa2), load: read(0x2b), store: write(0x39)};
export const v128 = {
  load: read(VECTOR, 0x00),
  store: write(VECTOR, 0x0b),
  loadSplat32: read(VECTOR, 0x09),
  loadSplat64: read(VECTOR, 0x0a)
};
/** Two numbers of 64 bits. */
export const f64x2 = {
  add: binary(VECTOR, 0xf0, 0x01),
  multiply: binary(VECTOR, 0xf2, 0x01),
  splat: (value: Code): Code => [...value, VECTOR, 0x14]
};
/** Four numbers of 32 bits. */
export const i32x4 = {
  add: binary(VECTOR, 0xae, 0x01),
  multiply: binary(VECTOR, 0xb5, 0x01),
  leastUnsigned: binary(VECTOR, 0xb7, 0x01),
  largest: [VECTOR, 0x0c, ...new Array<number>(16).fill(0xff)] as Code
};

/** Runs the body while a local is below the end, and adds the step to the local after each run. */
export const upTo = (local: number, end: Code, step: Code, body: Code): Code => [
  ...[BLOCK, EMPTY, LOOP, EMPTY, ...get(local), ...end, I32_GE_U, BR_IF, 1],
  ...[...body, ...set(local, i32.add(get(local), step)), BR, 0, END, END]
];

/** A function without result, whose arguments are addresses and counts; they are its first locals. */
export interface Routine {
  name: string;
  parameters: number;
  /** Types of the other locals. */
  locals: readonly number[];
  body: Code;
}

/** Modules by their routines: one that is made again begins as slow code again. */
const modules = new WeakMap<readonly Routine[], WebAssembly.Module>();

/** Makes the functions of routines, which read and write the memory. The same list of routines is compiled once. */
export function assemble(
  memory: WebAssembly.Memory,
  routines: readonly Routine[]
): Record<string, (...numbers: number[]) => void> {
  const module = modules.get(routines) ?? moduleOf(routines);
  modules.set(routines, module);
  const {exports} = new WebAssembly.Instance(module, {e: {memory}});
  return exports as Record<string, (...numbers: number[]) => void>;
}

function moduleOf(routines: readonly Routine[]): WebAssembly.Module {
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...section(
      1,
      routines.map(({parameters}) => [0x60, ...sized(new Array<number>(parameters).fill(I32)), 0])
    ),
    ...section(2, [[...named("e"), ...named("memory"), 2, 0, 1]]), // the memory is given
    ...section(
      3,
      routines.map((_, index) => unsigned(index))
    ),
    ...section(
      7,
      routines.map(({name}, index) => [...named(name), 0, ...unsigned(index)])
    ),
    ...section(
      10,
      routines.map(({locals, body}) => sized([...unsigned(locals.length), ...locals.flatMap(type => [1, type]), ...body, END]))
    )
  ]);
  return new WebAssembly.Module(bytes);
}

const PAGE = 2 ** 16;
/** Memory of at least a number of bytes. */
export const memoryOf = (bytes: number): WebAssembly.Memory => new WebAssembly.Memory({initial: Math.ceil(bytes / PAGE)});
