// GET .../payments-to-be-assigned/:id/suggestions: the echeances that a payment is likeliest for, with the reasons.

import { centsOf } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { deriveEcheance, readSchedule, type Schedule } from '../payment-schedule/index.ts';
import { PAYMENT_NOT_FOUND } from './errors.ts';
import { findPayment } from './queries.ts';
import { listSchedulesOpenTo } from './reference-queries.ts';
import type { PaymentSuggestions } from './schemas.ts';
import { type OpenEcheance, suggest } from './suggestion-rules.ts';

/**
 * Of the payment's project; without one, of the projects of its SPV, at most twenty. Settled projects take no money, but for what was
 * given up and still comes in (A-incoming-wires-8). Error: `payment-to-be-assigned-not-found`.
 */
export async function suggestEcheances({ db }: Pick<AppDeps, 'db'>, id: string): Promise<PaymentSuggestions> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError(PAYMENT_NOT_FOUND);
  const projects = await listSchedulesOpenTo(db, payment);
  const schedules = await Promise.all(projects.map((project) => readSchedule(db, project.id)));
  return {
    projects,
    suggestions: suggest(
      payment,
      schedules.flatMap((schedule) => (schedule ? openEcheances(schedule) : [])),
    ),
  };
}

function openEcheances({ propertyId, propertyName, echeances }: Schedule): OpenEcheance[] {
  return echeances.flatMap((row) => {
    const derived = deriveEcheance(row);
    const remainingCents = centsOf(derived.remainingToBePaidCents + derived.writtenOffCents);
    const capitalRemainingCents = centsOf(derived.capitalRepaymentRemainingCents + derived.capitalWrittenOffCents);
    if (remainingCents === 0 && capitalRemainingCents === 0) return [];
    return [
      {
        project: { id: propertyId, name: propertyName },
        id: row.id,
        number: row.number,
        period: row.period,
        dueDate: row.dueDate,
        remainingCents,
        capitalRemainingCents,
      },
    ];
  });
}
