// Money from a wallet to a bank account (money-out), chargebacks included.

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import { WholeCents } from '../../core/http/schemas.ts';
import type { Client } from './client.ts';
import type { CallContext, PaymentProvider, Payout, ProviderResult } from './port.ts';
import { moneyOutStatusOf } from './statuses.ts';
import { decisive, emptyIfNotFound, MaybeInteger, MovementFields, movementOf, oldestFirst, Rows, wireComment } from './wire.ts';

/** A row as the provider sends it, here and in statements. */
export const PayoutRow = Type.Object({
  ...MovementFields,
  senderAccountId: Type.String(),
  debitAmount: WholeCents(),
  IbanId: MaybeInteger,
  originId: MaybeInteger,
});

const OnePayout = shapeOf(Type.Object({ transaction: PayoutRow }));
const Payouts = shapeOf(Rows(PayoutRow));

function payoutOf(row: Static<typeof PayoutRow>): Payout {
  return {
    ...movementOf(row, moneyOutStatusOf(row.status), row.debitAmount),
    payoutId: row.id,
    accountId: row.senderAccountId,
    bankAccountId: row.IbanId || null,
    originId: row.originId || null,
  };
}

type Key = { payoutId: number } | { reference: string };

/** POST and GET /v2/moneyouts. */
export function payoutMethods(client: Client): Pick<PaymentProvider, 'payOut' | 'listPayOuts' | 'getPayOut'> {
  const search = async (operation: string, key: Key, context?: CallContext): Promise<ProviderResult<Payout[]>> => {
    const found = await client.call(
      {
        operation,
        method: 'GET',
        path: '/v2/moneyouts',
        query: 'payoutId' in key ? { transactionid: key.payoutId } : { reference: key.reference },
        shape: Payouts,
        read: (reply) =>
          oldestFirst(reply.transactions.value)
            .map(payoutOf)
            .filter((payout) => matches(payout, key)),
      },
      context,
    );
    return emptyIfNotFound(found);
  };
  return {
    payOut: (order, context) =>
      client.call(
        {
          operation: 'payOut',
          method: 'POST',
          path: '/v2/moneyouts',
          body: {
            accountId: order.accountId,
            ibanId: order.bankAccountId,
            totalAmount: order.amountCents,
            commissionAmount: 0,
            autoCommission: false,
            comment: wireComment(order.comment),
            reference: order.reference,
          },
          shape: OnePayout,
          read: (reply) => payoutOf(reply.transaction),
        },
        context,
      ),
    listPayOuts: (key, context) => search('listPayOuts', key, context),
    getPayOut: async (key, context) => decisive(await search('getPayOut', key, context)),
  };
}

function matches(payout: Payout, key: Key): boolean {
  return 'payoutId' in key ? payout.payoutId === key.payoutId : payout.reference === key.reference;
}
