declare module "@echogarden/pffft-wasm/simd" {
  interface Pffft {
    /** Replaced when the memory grows, so it must not be stored. */
    HEAPF32: Float32Array;
    /** @param kind 0 for real signals */
    _pffft_new_setup(size: number, kind: 0): number;
    _pffft_aligned_malloc(bytes: number): number;
    /** @param direction 0 forward */
    _pffft_transform_ordered(setup: number, input: number, output: number, work: number, direction: 0): void;
  }
  export default function load(): Promise<Pffft>;
}
