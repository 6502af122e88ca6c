// Applies the escrow part of a capital event to a schedule: capital paid on the event's echeance, and less escrow left. Pure.

import { centsOf } from '../../../core/cents.ts';
import { withAmount } from './change-rules.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';
import { capitalTermsOf } from './stored-rules.ts';
import { type CapitalEvent, dueNumber } from './terms-rules.ts';

/** The schedule without the part that was paid. */
export function withoutEscrowPart(schedule: Schedule, event: CapitalEvent): Schedule {
  const part = { ...event, interestSequestreCents: centsOf(-event.interestSequestreCents) };
  return withEscrowPart(schedule, part).schedule;
}

/** The schedule with the part paid, and the echeance it is paid on: the one in which the event is due. */
export function withEscrowPart(schedule: Schedule, event: CapitalEvent): { schedule: Schedule; echeance: EcheanceRow } {
  const { day, interestSequestreCents: amountCents } = event;
  const echeance = schedule.echeances[dueNumber(capitalTermsOf(schedule), event) - 1];
  if (!echeance) throw new Error(`no echeance of property ${schedule.propertyId} has the event of day ${day}`);
  const paid = withAmount(schedule, { echeanceId: echeance.id, paymentFor: 'capitalRepayment' }, amountCents);
  const sequestreTransferredCents = centsOf(schedule.sequestreTransferredCents + amountCents);
  return { schedule: { ...paid, sequestreTransferredCents }, echeance };
}
