// Statement of an account: all movements of a period, of all three kinds, in one list; and which of them are received money.

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import type { Client } from './client.ts';
import { MoneyInRow } from './direct-debits.ts';
import { PayoutRow } from './payouts.ts';
import type { AccountMovement, PaymentProvider } from './port.ts';
import { methodOf, moneyInStatusOf, moneyOutStatusOf, transferStatusOf } from './statuses.ts';
import { TransferRow } from './transfers.ts';
import { movementOf, Rows, secondsOf, segment, WHOLE_LIST } from './wire.ts';

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

type Method = PaymentProvider['listAccountTransactions'];
type Seconds = { from: number; to: number };

const WEEK_SECONDS = 7 * 24 * 3600;
/** A quarter. */
const MOST_WEEKS = 13;

/**
 * GET /v2/accounts/{accountId}/transactions, without paging: both paging fields absent means every row. Of the platform's own accounts the
 * provider shows a week at once, so they are read week by week.
 */
export function statementMethods(
  client: Client,
  platformAccountIds: readonly string[],
): Pick<PaymentProvider, 'listAccountTransactions'> {
  const read = (accountId: string, { from, to }: Seconds, [period, context]: [Parameters<Method>[1], Parameters<Method>[2]]) =>
    client.call(
      {
        ...WHOLE_LIST,
        operation: 'listAccountTransactions',
        method: 'GET',
        path: `/v2/accounts/${segment(accountId)}/transactions`,
        query: period.by === 'execution' ? { executionDateStart: from, executionDateEnd: to } : { startDate: from, endDate: to },
        shape: Statement,
        read: ({ transactions }) => transactions.value.flatMap((row) => movementsOf(row, accountId)),
      },
      context,
    );
  return {
    async listAccountTransactions(accountId, period, context) {
      const whole = secondsOf(period);
      if (!platformAccountIds.includes(accountId)) return read(accountId, whole, [period, context]);
      const movements: AccountMovement[] = [];
      for (const week of weeksOf(whole)) {
        const part = await read(accountId, week, [period, context]);
        if (!part.ok) return part;
        movements.push(...part.value);
      }
      return { ok: true, value: movements };
    },
  };
}

/** A period cut into weeks that do not touch, the newest of them if there are too many. */
function weeksOf({ from, to }: Seconds): Seconds[] {
  const start = Math.max(from, to + 1 - MOST_WEEKS * WEEK_SECONDS);
  return Array.from({ length: Math.max(1, Math.ceil((to - start + 1) / WEEK_SECONDS)) }, (_, index) => {
    const first = start + index * WEEK_SECONDS;
    return { from: first, to: Math.min(to, first + WEEK_SECONDS - 1) };
  });
}

/** The fields of a movement that booking depends on. */
export type ReportedMovement = { kind: 'money-in' | 'money-out' | 'transfer'; direction: 'in' | 'out'; status: string };

/** True for money received from outside by any method; transfers between wallets are booked with their payments. */
export function isArrivedMoneyIn(movement: ReportedMovement): boolean {
  return movement.kind === 'money-in' && movement.direction === 'in' && movement.status === 'succeeded';
}

/** Start of the statement: an account without bookings is read completely. */
const BEGINNING = Temporal.Instant.fromEpochMilliseconds(0);

/** Overlap with the period read before, as a wire may appear late or be dated before one read earlier. */
const OVERLAP_HOURS = 24;

/** Period to read: from the last known instant minus the overlap (everything without one) to a little after now. */
export function readingPeriod(
  lastKnown: Temporal.Instant | undefined,
  now: Temporal.Instant,
): { from: Temporal.Instant; to: Temporal.Instant } {
  const to = now.add({ hours: OVERLAP_HOURS });
  if (lastKnown === undefined) return { from: BEGINNING, to };
  const earlier = Temporal.Instant.compare(lastKnown, now) < 0 ? lastKnown : now;
  return { from: earlier.subtract({ hours: OVERLAP_HOURS }), to };
}
