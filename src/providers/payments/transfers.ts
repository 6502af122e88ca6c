// Transfers between wallets (P2P).

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/shape.ts';
import type { Client } from './client.ts';
import { nullWhenUnknown } from './lookup.ts';
import type { PaymentProvider, Transfer } from './port.ts';
import { transferStatusOf } from './statuses.ts';
import { decisiveRow, MovementFields, movementOf, Rows, wireComment } from './wire.ts';

/** A row as the provider sends it, here and in statements. */
export const TransferRow = Type.Object({
  ...MovementFields,
  senderAccountId: Type.String(),
  receiverAccountId: Type.String(),
  debitAmount: Type.Integer(),
});

const OneTransfer = shapeOf(Type.Object({ transaction: TransferRow }));
const Transfers = shapeOf(Rows(TransferRow));

function transferOf(row: Static<typeof TransferRow>): Transfer {
  return {
    ...movementOf(row, transferStatusOf(row.status), row.debitAmount),
    paymentId: row.id,
    fromAccountId: row.senderAccountId,
    toAccountId: row.receiverAccountId,
  };
}

/** POST and GET /v2/p2p. */
export function transferMethods(client: Client): Pick<PaymentProvider, 'transfer' | 'getTransfer'> {
  return {
    transfer: (order, context) =>
      client.call(
        {
          operation: 'transfer',
          method: 'POST',
          path: '/v2/p2p',
          body: {
            debitAccountId: order.fromAccountId,
            creditAccountId: order.toAccountId,
            amount: order.amountCents,
            comment: wireComment(order.comment),
            reference: order.reference,
          },
          shape: OneTransfer,
          read: (reply) => transferOf(reply.transaction),
        },
        context,
      ),
    async getTransfer(key, context) {
      const found = await client.call(
        {
          operation: 'getTransfer',
          method: 'GET',
          path: '/v2/p2p',
          query: 'paymentId' in key ? { transactionId: key.paymentId } : { reference: key.reference },
          shape: Transfers,
          read: (reply) => decisiveRow(reply.transactions.value.map(transferOf).filter((transfer) => matches(transfer, key))),
        },
        context,
      );
      return nullWhenUnknown(found);
    },
  };
}

function matches(transfer: Transfer, key: { paymentId: number } | { reference: string }): boolean {
  return 'paymentId' in key ? transfer.paymentId === key.paymentId : transfer.reference === key.reference;
}
