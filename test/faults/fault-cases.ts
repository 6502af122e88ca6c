// Every fault of the provider, and every second one after a first without effect: the cases that each kind of payment meets.

export type Mode = 'pending' | 'timeout-before' | 'timeout-after' | 'late-effect' | 'error-in-200' | 'http-500';
export type Case = { index: number; first: Mode; second: Mode | undefined; isPaid: boolean };

const MODES: readonly Mode[] = ['pending', 'timeout-before', 'timeout-after', 'late-effect', 'error-in-200', 'http-500'];
/** After these the payment is sent once more; after the others it is looked up, as provider-fault-pairs.test.ts shows. */
const WITHOUT_EFFECT: readonly Mode[] = ['timeout-before', 'http-500'];
/** Within the margin of a second: beyond it there are two movements, as second-movement.test.ts shows. */
export const LATE_SECONDS = 0.3;

export const CASES: readonly Case[] = MODES.flatMap((first) => [
  { first, second: undefined },
  ...(WITHOUT_EFFECT.includes(first) ? MODES.map((second) => ({ first, second })) : []),
]).map(({ first, second }, index) => ({ index, first, second, isPaid: (second ?? first) !== 'error-in-200' }));

/** After these the provider has the payment, or will: a repeated request may meet it open. */
export const WITH_EFFECT: readonly Mode[] = ['pending', 'timeout-after', 'late-effect'];
