// Records the data of a trade's paper, in the transaction that confirms the trade.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { findCustomerParty } from '../invoices/index.ts';
import { insertPaper } from './queries.ts';
import { type TradeKind, vatInside } from './rules.ts';

/** One side of a trade; cents. `commissionCents`: deducted from a seller's price, VAT at `vatBps` included (A-trade-papers-2). */
export type ConfirmedTrade = {
  kind: TradeKind;
  subjectId: string;
  customerId: CustomerId;
  propertyName: string;
  brickCount: number;
  priceCents: Cents;
  commission?: { commissionCents: Cents; vatBps: number };
  at: Temporal.Instant;
};

/** Once per side of a trade, with the party's current name and address, a business's being its company's (A-trade-papers-1). */
export async function issueTradePaper(tx: Tx, { commission, ...trade }: ConfirmedTrade): Promise<void> {
  const { commissionCents, vatBps } = commission ?? { commissionCents: 0, vatBps: 0 };
  const party = await findCustomerParty(tx, trade.customerId);
  const tax =
    commissionCents === 0 ? ({ vatBps: 0, vatCents: 0 } as const) : { vatBps, vatCents: vatInside(commissionCents, vatBps) };
  await insertPaper(tx, { ...trade, party, commissionCents, ...tax });
}
