// A source of chance that a seed replays.

export type Chance = {
  seed: number;
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  /** Cents from 1 to `most`, now and then exactly `most`. */
  cents(most: number): number;
  /** One of them, undefined of none. */
  one<T>(of: readonly T[]): T | undefined;
  /** True about once in `in_`. */
  once(in_: number): boolean;
};

/** Mulberry32: small, and the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    below,
    cents: (most) => (most <= 1 || below(4) === 0 ? Math.max(most, 1) : 1 + below(most)),
    one: (of) => of[below(of.length)],
    once: (in_) => below(in_) === 0,
  };
}
