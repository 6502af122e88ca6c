// Welch's t-test: whether two samples of times differ significantly.

/** t of two samples; beyond 4.5 in absolute value they almost certainly have different means. */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [momentsOf(one), momentsOf(other)];
  const error = Math.sqrt(a.variance / one.length + b.variance / other.length);
  return error === 0 ? 0 : (a.mean - b.mean) / error;
}

function momentsOf(sample: readonly number[]): { mean: number; variance: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (sample.length - 1) };
}

/** The value below which this share of the sample lies. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Both samples without values above this quantile of both together, as those are mostly caused by other load of the machine. */
export function cropped(one: readonly number[], other: readonly number[], share: number): [number[], number[]] {
  const most = quantile([...one, ...other], share);
  return [one.filter((value) => value <= most), other.filter((value) => value <= most)];
}
