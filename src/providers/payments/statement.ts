// Statement of an account: all movements of a period, of all three kinds, in one list.

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/shape.ts';
import type { Client } from './client.ts';
import { MoneyInRow } from './direct-debits.ts';
import type { AccountMovement } from './movements.ts';
import { PayoutRow } from './payouts.ts';
import type { PaymentProvider } from './port.ts';
import { methodOf, moneyInStatusOf, moneyOutStatusOf, transferStatusOf } from './statuses.ts';
import { TransferRow } from './transfers.ts';
import { movementOf, Rows, secondsOf, segment } from './wire.ts';

const nullable = <Row extends Type.TSchema>(row: Row) => Type.Optional(Type.Union([row, Type.Null()]));

// Each item carries exactly one of the three.
const StatementRow = Type.Object({
  transactionIn: nullable(MoneyInRow),
  transactionOut: nullable(PayoutRow),
  transactionP2P: nullable(TransferRow),
});
const Statement = shapeOf(Rows(StatementRow));

function movementsOf(row: Static<typeof StatementRow>, accountId: string): AccountMovement[] {
  const { transactionIn: moneyIn, transactionOut: moneyOut, transactionP2P: transfer } = row;
  const alone = { counterpartAccountId: null, originId: null };
  if (moneyIn) {
    const movement = movementOf(moneyIn, moneyInStatusOf(moneyIn.status), moneyIn.creditAmount);
    return [{ ...movement, ...alone, id: moneyIn.id, kind: 'money-in', direction: 'in', method: methodOf(moneyIn.method) }];
  }
  if (moneyOut) {
    const movement = movementOf(moneyOut, moneyOutStatusOf(moneyOut.status), moneyOut.debitAmount);
    const originId = moneyOut.originId || null;
    return [
      {
        ...movement,
        ...alone,
        originId,
        id: moneyOut.id,
        kind: 'money-out',
        direction: 'out',
        method: methodOf(moneyOut.method),
      },
    ];
  }
  if (!transfer) return [];
  const sent = transfer.senderAccountId === accountId;
  const counterpartAccountId = sent ? transfer.receiverAccountId : transfer.senderAccountId;
  const movement = movementOf(transfer, transferStatusOf(transfer.status), transfer.debitAmount);
  return [
    {
      ...movement,
      ...alone,
      counterpartAccountId,
      id: transfer.id,
      kind: 'transfer',
      direction: sent ? 'out' : 'in',
      method: 'transfer',
    },
  ];
}

/** GET /v2/accounts/{accountId}/transactions, without paging: both paging fields absent means every row. */
export function statementMethods(client: Client): Pick<PaymentProvider, 'listAccountTransactions'> {
  return {
    listAccountTransactions(accountId, period, context) {
      const { from, to } = secondsOf(period);
      return client.call(
        {
          operation: 'listAccountTransactions',
          method: 'GET',
          path: `/v2/accounts/${segment(accountId)}/transactions`,
          query:
            period.by === 'execution' ? { executionDateStart: from, executionDateEnd: to } : { startDate: from, endDate: to },
          shape: Statement,
          read: ({ transactions }) => transactions.value.flatMap((row) => movementsOf(row, accountId)),
        },
        context,
      );
    },
  };
}
