// The input of every benchmark row.

import type { House } from './house.ts';

/** `codes` are those of action `withdraw` by the investor's number; empty where no chosen row needs them. */
export type Stage = { house: House; codes: readonly string[]; progress: (line: string) => void };
