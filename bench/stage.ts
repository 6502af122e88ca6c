// The input of every benchmark row.

import type { MeasuredSystem } from './system.ts';

/** `codes` are those of action `withdraw` by the investor's number; empty where no chosen row needs them. */
export type Stage = { system: MeasuredSystem; codes: readonly string[]; progress: (line: string) => void };
