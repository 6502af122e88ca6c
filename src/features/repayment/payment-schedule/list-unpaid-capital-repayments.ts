// GET /administration/property/payment-schedule/capital-repayment/unpaid.

import { parisDate } from '../../../core/dates.ts';
import type { AppDeps } from '../../../deps.ts';
import { deriveEcheance } from './echeance-rules.ts';
import { listUnpaidCapital } from './queries.ts';
import type { UnpaidCapital } from './schemas.ts';
import { projectView } from './view-rules.ts';

/**
 * Every echeance on which capital is still to be paid back, by due date; late from the day after it
 * (repayments.md#unpaid-capital).
 */
export async function listUnpaidCapitalRepayments(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<UnpaidCapital> {
  const today = parisDate(deps.clock.now());
  const rows = await listUnpaidCapital(deps.db);
  return rows.map((row) => {
    const { capitalRepaymentRemainingCents, capitalRepaymentStatus } = deriveEcheance(row);
    return {
      ...{ echeanceId: row.id, number: row.number, period: row.period, dueDate: row.dueDate.toString() },
      project: projectView(row),
      capitalRepaymentDue: row.capitalRepaymentDueCents,
      capitalRepaymentRemaining: capitalRepaymentRemainingCents,
      capitalRepaymentStatus,
      isLate: Temporal.PlainDate.compare(row.dueDate, today) < 0,
    };
  });
}
