// GET /administration/ledger/proof and the nightly job ledger-proof: what was posted and touched since the last proof, in one snapshot.

import { inTransaction, tryLockKey } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type Checked, type LedgerProof, PROOF_LOCK, QUERIED, SEALED } from './proof.ts';
import { sumOfBalances } from './queries.ts';
import { readDifferences } from './read-differences.ts';
import { checked, isSound } from './rules.ts';
import { changedSince, EVERYTHING } from './scope-queries.ts';
import { findBrokenChain, readProofState, sealProved } from './seal-queries.ts';
import { findViolations } from './violation-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>;

/**
 * Checks all invariants, and compares with the provider's balances, as far as something changed since the last proof; everything until a
 * proof has found nothing (ADR 0018 says what is seen). With `seal`, a proof that finds nothing is where the next one begins; of two at
 * once one seals.
 */
export async function proveLedger(deps: Deps, { seal = false }: { seal?: boolean } = {}): Promise<LedgerProof> {
  const before = await inTransaction(deps.db, readProofState);
  const { position: sealed, dailyAt: since } = before;
  const providerDifferences = await readDifferences(deps, sealed && since ? { after: sealed, since } : undefined);
  return inTransaction(
    deps.db,
    async (tx) => {
      const canSeal = seal && (await tryLockKey(tx, PROOF_LOCK));
      const { position, dailyAt } = await readProofState(tx);
      const scope = position ? changedSince(position) : EVERYTHING;
      const invariants: Checked[] = [];
      for (const invariant of QUERIED) invariants.push(checked(invariant.name, await findViolations(tx, invariant, scope)));
      invariants.push(checked(SEALED, await findBrokenChain(tx)));
      const at = deps.clock.now();
      const ok = isSound(invariants, providerDifferences);
      // What was not looked at whole is never sealed as if it had been.
      if (ok && canSeal && position) await sealProved(tx, { at, isWhole: false });
      return {
        ok,
        at: at.toString(),
        scope: position ? 'changes' : 'everything',
        since: position ? (dailyAt?.toString() ?? null) : null,
        invariants,
        providerDifferences,
        totalCents: await sumOfBalances(tx),
      };
    },
    'repeatable read',
  );
}
