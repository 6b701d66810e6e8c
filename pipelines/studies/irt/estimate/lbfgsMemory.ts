// Memory of the last steps of a limited-memory quasi-Newton search (Liu & Nocedal 1989).

/** Stores the last steps with the changes of the gradient that they caused. */
export function stepMemory(size: number, most: number) {
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const scales: number[] = [];
  return {
    add(step: Float64Array, before: Float64Array, after: Float64Array): void {
      const full = steps.length === most;
      const change = full ? changes.shift()! : new Float64Array(size);
      const kept = full ? steps.shift()! : new Float64Array(size);
      if (full) scales.shift();
      kept.set(step);
      for (let i = 0; i < size; i++) change[i] = before[i]! - after[i]!;
      const curvature = dot(kept, change);
      if (!(curvature > 1e-10 * Math.sqrt(dot(kept, kept) * dot(change, change)))) return;
      steps.push(kept);
      changes.push(change);
      scales.push(1 / curvature);
    },
    forget(): void {
      steps.length = changes.length = scales.length = 0;
    },
    /** The two-loop recursion: to = H · gradient. */
    apply(gradient: Float64Array, to: Float64Array, first: (v: Float64Array) => void): void {
      to.set(gradient);
      const parts: number[] = [];
      for (let k = steps.length - 1; k >= 0; k--) {
        const part = scales[k]! * dot(steps[k]!, to);
        parts[k] = part;
        for (let i = 0; i < size; i++) to[i]! -= part * changes[k]![i]!;
      }
      first(to);
      for (let k = 0; k < steps.length; k++) {
        const part = parts[k]! - scales[k]! * dot(changes[k]!, to);
        for (let i = 0; i < size; i++) to[i]! += part * steps[k]![i]!;
      }
    }
  };
}

export const dot = (u: Float64Array, v: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i]! * v[i]!;
  return sum;
};
