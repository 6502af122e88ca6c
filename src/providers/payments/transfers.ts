// Transfers between wallets (P2P).

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import { WholeCents } from '../../core/http/schemas.ts';
import type { Client } from './client.ts';
import type { CallContext, PaymentProvider, ProviderResult, Transfer } from './port.ts';
import { transferStatusOf } from './statuses.ts';
import { decisive, emptyIfNotFound, MovementFields, movementOf, oldestFirst, Rows, wireComment } from './wire.ts';

/** A row as the provider sends it, here and in statements. */
export const TransferRow = Type.Object({
  ...MovementFields,
  senderAccountId: Type.String(),
  receiverAccountId: Type.String(),
  debitAmount: WholeCents(),
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

type Key = { paymentId: number } | { reference: string };

/** POST and GET /v2/p2p. */
export function transferMethods(client: Client): Pick<PaymentProvider, 'transfer' | 'listTransfers' | 'getTransfer'> {
  const search = async (operation: string, key: Key, context?: CallContext): Promise<ProviderResult<Transfer[]>> => {
    const found = await client.call(
      {
        operation,
        method: 'GET',
        path: '/v2/p2p',
        query: 'paymentId' in key ? { transactionId: key.paymentId } : { reference: key.reference },
        shape: Transfers,
        read: (reply) =>
          oldestFirst(reply.transactions.value)
            .map(transferOf)
            .filter((transfer) => matches(transfer, key)),
      },
      context,
    );
    return emptyIfNotFound(found);
  };
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
    listTransfers: (key, context) => search('listTransfers', key, context),
    getTransfer: async (key, context) => decisive(await search('getTransfer', key, context)),
  };
}

function matches(transfer: Transfer, key: Key): boolean {
  return 'paymentId' in key ? transfer.paymentId === key.paymentId : transfer.reference === key.reference;
}
