// A schedule as it would be with one more payment assigned: what a simulated assignment shows (repayments.md#assigning).

import type { Schedule } from './schedule-queries.ts';

/** The schedule with `amountCents` more paid on the echeance; nothing is written. Unknown echeance: the same schedule. */
export function withPayment(
  schedule: Schedule,
  payment: { echeanceId: string; paymentFor: 'mensualite' | 'capitalRepayment'; amountCents: number },
): Schedule {
  const { echeanceId, paymentFor, amountCents } = payment;
  const field = paymentFor === 'mensualite' ? 'paidMensualiteCents' : 'paidCapitalCents';
  const echeances = schedule.echeances.map((row) =>
    row.id === echeanceId ? { ...row, [field]: row[field] + amountCents } : row,
  );
  return { ...schedule, echeances };
}
