// An invariant of the proof, and its violations.

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Scope } from './scope-queries.ts';

/** A row that breaks an invariant, and how. */
export type Violation = { subject: string; detail: string };

/** `violations` returns no row while the invariant holds for what the scope looks at. */
export type Invariant = { name: string; violations: (scope: Scope) => RawBuilder<Violation> };

/** A broken invariant may have a million rows; the first ones are enough to find the cause. */
export const MAX_VIOLATIONS = 50;

/** The first violations of an invariant, read in the caller's snapshot. */
export async function findViolations(tx: Tx, { violations }: Invariant, scope: Scope): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select *
    from (${violations(scope)}) as violation
    order by subject
    limit ${MAX_VIOLATIONS}`.execute(tx);
  return rows;
}
