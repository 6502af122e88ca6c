// Every echeance that has something to distribute, each in a transaction of its own.

import { parisDate } from '../../../core/dates.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { distribute, NotDistributable } from './distribute.ts';
import { nothing, type PayoutDeps, type PayoutsReport } from './payouts-report.ts';
import { listPaidEcheances } from './queries.ts';
import type { PayoutKind } from './rules.ts';

/** One echeance that cannot be paid keeps no other from its turn; the team is told of it. */
export async function distributeAll(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = nothing(period, false);
  for (const { id, propertyId, label } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    try {
      const at = deps.clock.now();
      const done = await inTransaction(deps.db, (tx) => distribute(tx, deps, { kind, propertyId, echeanceId: id, period, at }));
      if (done.holders > 0) report.echeances += 1;
      report.payouts += done.holders;
      report.totalCents += done.totalCents;
      report.taxCents += done.taxCents;
    } catch (error) {
      report.failures += 1;
      deps.log.error({ err: error, echeanceId: id, kind }, 'echeance not distributed');
      await tellTeam(deps, `L’échéance ${label} n’a pas pu être distribuée (${kind}) : ${reasonOf(error)}.`);
    }
  }
  return report;
}

async function tellTeam(deps: PayoutDeps, text: string): Promise<void> {
  await inTransaction(deps.db, (tx) => enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text }));
}

function reasonOf(error: unknown): string {
  return error instanceof NotDistributable ? error.message : 'erreur interne, voir les journaux';
}
