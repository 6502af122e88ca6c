// Applies the escrow part of a capital event to a schedule: capital paid on the event's echeance, and less escrow left. Pure.

import { centsOf } from '../../../core/cents.ts';
import { dayOf } from './calendar-rules.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';
import type { CapitalEvent } from './terms-rules.ts';
import { withPayment } from './with-payment.ts';

/** The schedule with the part paid, and the echeance it is paid on: the one of the event's day. */
export function withEscrowPart(schedule: Schedule, event: CapitalEvent): { schedule: Schedule; echeance: EcheanceRow } {
  const { day, interestSequestreCents: amountCents } = event;
  const echeance = schedule.echeances.find(({ startDate, endDate }) => day >= dayOf(startDate) && day < dayOf(endDate));
  if (!echeance) throw new Error(`no echeance of property ${schedule.propertyId} has the event of day ${day}`);
  const paid = withPayment(schedule, { echeanceId: echeance.id, paymentFor: 'capitalRepayment', amountCents });
  const sequestreTransferredCents = centsOf(schedule.sequestreTransferredCents + amountCents);
  return { schedule: { ...paid, sequestreTransferredCents }, echeance };
}
