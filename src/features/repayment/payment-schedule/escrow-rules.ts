// What the escrow part of a capital event makes of a schedule: capital paid on the event's echeance, and an escrow that has less. Pure.

import { dayOf } from './calendar-rules.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';
import type { CapitalEvent } from './terms-rules.ts';
import { withPayment } from './with-payment.ts';

/** The schedule with the part paid, and the echeance that it is paid on: the one in which the event lies. */
export function withEscrowPart(schedule: Schedule, event: CapitalEvent): { schedule: Schedule; echeance: EcheanceRow } {
  const { day, interestSequestreCents: amountCents } = event;
  const echeance = schedule.echeances.find(({ startDate, endDate }) => day >= dayOf(startDate) && day < dayOf(endDate));
  if (!echeance) throw new Error(`no echeance of property ${schedule.propertyId} has the event of day ${day}`);
  const paid = withPayment(schedule, { echeanceId: echeance.id, paymentFor: 'capitalRepayment', amountCents });
  const sequestreTransferredCents = (schedule.sequestreTransferredCents ?? 0) + amountCents;
  return { schedule: { ...paid, sequestreTransferredCents }, echeance };
}
