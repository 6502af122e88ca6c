// What a proof is made of and what it says, the same for the proof of a day and for the whole one.

import type { Cents } from '../../../core/cents.ts';
import type { ProviderDifference } from './compare-with-provider.ts';
import { INVARIANTS } from './invariant-queries.ts';
import { PURSE_INVARIANTS } from './purse-queries.ts';
import type { Invariant, Violation } from './violation-queries.ts';

/** An invariant, and what breaks it. */
export type Checked = { name: string; ok: boolean; violations: Violation[] };

/**
 * `ok`: every invariant holds and no wallet lacks money at the provider. `scope`: whether everything was looked at, or what changed
 * since the last proof that found nothing (`since`). `totalCents`: all accounts together, zero.
 */
export type LedgerProof = {
  ok: boolean;
  at: string;
  scope: 'everything' | 'changes';
  since: string | null;
  invariants: Checked[];
  providerDifferences: ProviderDifference[];
  totalCents: Cents;
};

/** Every invariant that is a query. */
export const QUERIED: readonly Invariant[] = [...INVARIANTS, ...PURSE_INVARIANTS];
/** The invariant of the seals; the whole proof adds what the sealed postings are now. */
export const SEALED = 'sealed-postings-are-unchanged';
/** Held by the proof that seals, so that two at once do not undo each other. */
export const PROOF_LOCK = 'sealing proof';
