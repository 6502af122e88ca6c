// A schedule with one more payment assigned, without writing it (repayments.md#assigning).

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Schedule } from './schedule-queries.ts';

/** `amountCents` more paid on the echeance, negative: less. An unknown echeance changes nothing. */
export function withPayment(
  schedule: Schedule,
  payment: { echeanceId: EcheanceId; paymentFor: 'mensualite' | 'capitalRepayment'; amountCents: Cents },
): Schedule {
  const { echeanceId, paymentFor, amountCents } = payment;
  const field = paymentFor === 'mensualite' ? 'paidMensualiteCents' : 'paidCapitalCents';
  const echeances = schedule.echeances.map((row) =>
    row.id === echeanceId ? { ...row, [field]: row[field] + amountCents } : row,
  );
  return { ...schedule, echeances };
}
