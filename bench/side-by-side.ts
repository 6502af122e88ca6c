// Measures two alternatives in turn, A B A B, so that other load of the machine affects both; results are medians.

/** Rounds that count, after one that warms both sides up. */
export const ROUNDS = 5;

/** One side: does its share of the work and answers how many it did a second (or how long it took, for a start). */
export type Side = (round: number) => Promise<number>;

/** `ratio` is ours over theirs, the median of the rounds' own ratios; `spread` their least and greatest. */
export type Comparison = { ours: number; theirs: number; ratio: number; spread: [least: number, greatest: number] };

/** Runs both sides in turn. `round` is 0 for the warming-up, whose figures are dropped. */
export async function sideBySide(ours: Side, theirs: Side, onRound: (line: string) => void): Promise<Comparison> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const figures = { ours: await ours(round), theirs: await theirs(round) };
    onRound(`${round === 0 ? 'warming up' : `round ${round}`}: ${figures.ours.toFixed(1)} beside ${figures.theirs.toFixed(1)}`);
    if (round > 0) rounds.push(figures);
  }
  const ratios = rounds.map((figures) => figures.ours / figures.theirs);
  return {
    ours: median(rounds.map((figures) => figures.ours)),
    theirs: median(rounds.map((figures) => figures.theirs)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

/** The middle one; of an even number the lower of the two middle ones. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
