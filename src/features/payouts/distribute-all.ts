// Every echeance that has something to distribute, each in a transaction of its own.

import { parisDate } from '../../core/dates.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { distribute } from './distribute.ts';
import { nothing, type PayoutDeps, type PayoutsReport } from './payouts-report.ts';
import { listPaidEcheances, type PayoutKind } from './queries.ts';

/** One echeance that cannot be paid keeps no other from its turn. */
export async function distributeAll(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = nothing(period, false);
  for (const { id, propertyId } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
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
    }
  }
  return report;
}
