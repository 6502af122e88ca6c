// The mail to a holder whose payout has arrived.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import type { LineRow } from './line-queries.ts';

/** Once per paid line, in the transaction that settles it. */
export async function mailHolder(tx: Tx, deps: Pick<AppDeps, 'jobs'>, line: LineRow, at: Temporal.Instant): Promise<void> {
  const facts = {
    propertyName: line.propertyName,
    bricks: line.brickCount,
    paidAt: at.toString(),
    reference: line.id,
    ...(line.firstName === null ? {} : { firstName: line.firstName }),
  };
  const { kind, grossCents, taxCents, period, saleType } = line;
  if (kind === 'sale') {
    if (saleType === null) throw new Error(`payout ${line.id} has lost its sale`);
    const data = { ...facts, amountCents: grossCents, saleType };
    await enqueueEmail(tx, deps, { to: line.email, template: 'property-sold', data });
    return;
  }
  await enqueueEmail(tx, deps, {
    to: line.email,
    template: 'echeance-paid',
    data: { ...facts, kind, period, grossCents, taxCents },
  });
}
