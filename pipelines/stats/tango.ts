// The score test of a paired difference of proportions.

/**
 * Tango's statistic of wins − losses in n pairs against a difference Δ, −1 < Δ < 1, standard normal if Δ is true (Tango 1998,
 * doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B): its error is the one under Δ, so that it holds for few discordant
 * pairs too, where an estimated error is too small. At Δ = 0 it is McNemar's. 0 where it has no error, as without discordant pairs at Δ = 0.
 */
export function tango(wins: number, losses: number, n: number, delta: number): number {
  if (n <= 0) return 0;
  // the chance of a loss that is likeliest under Δ
  const b = -wins - losses + (2 * n - wins + losses) * delta;
  const c = -losses * delta * (1 - delta);
  const loss = (Math.sqrt(Math.max(0, b * b - 8 * n * c)) - b) / (4 * n);
  const variance = n * (2 * loss + delta * (1 - delta));
  return variance > 1e-12 ? (wins - losses - n * delta) / Math.sqrt(variance) : 0;
}
