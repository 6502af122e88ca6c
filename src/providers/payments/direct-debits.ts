// Money from a bank account to a wallet: direct debits that we order, and incoming wires.

import Type, { type Static } from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import { WholeCents } from '../../core/http/schemas.ts';
import type { Client } from './client.ts';
import type { CallContext, DirectDebit, IncomingWire, PaymentProvider, ProviderResult } from './port.ts';
import { methodOf, moneyInStatusOf } from './statuses.ts';
import {
  decisive,
  emptyIfNotFound,
  MaybeText,
  MovementFields,
  movementOf,
  oldestFirst,
  Rows,
  secondsOf,
  segment,
  WHOLE_LIST,
  wireComment,
  wireDate,
} from './wire.ts';

/** A row as the provider sends it, here and in statements. */
export const MoneyInRow = Type.Object({
  ...MovementFields,
  receiverAccountId: Type.String(),
  creditAmount: WholeCents(),
  bankReference: MaybeText,
  // The format in replies is not documented, so several are accepted.
  scheduledDate: Type.Optional(Type.Unknown()),
});
type Row = Static<typeof MoneyInRow>;

const OneMoneyIn = shapeOf(Type.Object({ transaction: MoneyInRow }));
const MoneyIns = shapeOf(Rows(MoneyInRow));

function debitOf(row: Row): DirectDebit {
  return {
    ...movementOf(row, moneyInStatusOf(row.status), row.creditAmount),
    debitId: row.id,
    accountId: row.receiverAccountId,
    scheduledDate: dateOf(row.scheduledDate),
  };
}

function wireOf(row: Row): IncomingWire {
  return {
    ...movementOf(row, moneyInStatusOf(row.status), row.creditAmount),
    wireId: row.id,
    accountId: row.receiverAccountId,
    bankReference: row.bankReference || null,
  };
}

/** `yyyy/MM/dd`, `yyyy-MM-dd` (a time may follow) or Unix seconds, as a number or as text; null for anything else. */
function dateOf(value: unknown): Temporal.PlainDate | null {
  const seconds = typeof value === 'string' && /^\d{9,12}$/.test(value) ? Number(value) : value;
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0 && seconds < 253_402_300_800) {
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO('Europe/Paris')
      .toPlainDate();
  }
  const [, year, month, day] = typeof value === 'string' ? (/^(\d{4})[/-](\d{2})[/-](\d{2})/.exec(value) ?? []) : [];
  try {
    return year ? Temporal.PlainDate.from(`${year}-${month}-${day}`) : null;
  } catch {
    return null;
  }
}

type Key = { debitId: number } | { reference: string };
type OrderMethods = Pick<PaymentProvider, 'createDirectDebit' | 'cancelDirectDebit'>;
type SearchMethods = Pick<PaymentProvider, 'listDirectDebits' | 'getDirectDebit'>;
type WireMethods = Pick<PaymentProvider, 'listIncomingWires'>;

/** The calls below /v2/moneyins. */
export function moneyInMethods(client: Client): OrderMethods & SearchMethods & WireMethods {
  return { ...orderMethods(client), ...searchMethods(client), ...wireMethods(client) };
}

function orderMethods(client: Client): OrderMethods {
  return {
    createDirectDebit: (order, context) =>
      client.call(
        {
          operation: 'createDirectDebit',
          method: 'POST',
          path: '/v2/moneyins/sdd/init',
          body: {
            accountId: order.accountId,
            sddMandateId: order.mandateId,
            totalAmount: order.amountCents,
            collectionDate: wireDate(order.collectionDate),
            commissionAmount: 0,
            autoCommission: false,
            comment: wireComment(order.comment),
            reference: order.reference,
          },
          shape: OneMoneyIn,
          read: (reply) => debitOf(reply.transaction),
        },
        context,
      ),
    cancelDirectDebit: (accountId, debitId, context) =>
      client.call(
        {
          operation: 'cancelDirectDebit',
          method: 'PUT',
          path: `/v2/moneyins/${segment(debitId)}/cancel`,
          body: { account: accountId },
          shape: OneMoneyIn,
          read: (reply) => debitOf(reply.transaction),
        },
        context,
      ),
  };
}

/** Searches a debit by id in the list of all money-ins, by reference in the list of debits. */
function searchMethods(client: Client): SearchMethods {
  const search = async (operation: string, key: Key, context?: CallContext): Promise<ProviderResult<DirectDebit[]>> => {
    const found = await client.call(
      {
        operation,
        method: 'GET',
        path: 'debitId' in key ? '/v2/moneyins' : '/v2/moneyins/sdd',
        query: 'debitId' in key ? { transactionId: key.debitId } : { reference: key.reference },
        shape: MoneyIns,
        read: (reply) =>
          oldestFirst(reply.transactions.value)
            .filter(isDebit)
            .map(debitOf)
            .filter((debit) => matches(debit, key)),
      },
      context,
    );
    return emptyIfNotFound(found);
  };
  return {
    listDirectDebits: (key, context) => search('listDirectDebits', key, context),
    getDirectDebit: async (key, context) => decisive(await search('getDirectDebit', key, context)),
  };
}

function wireMethods(client: Client): WireMethods {
  return {
    listIncomingWires(period, context) {
      const { from, to } = secondsOf(period);
      return client.call(
        {
          ...WHOLE_LIST,
          operation: 'listIncomingWires',
          method: 'GET',
          path: '/v2/moneyins/bankwire',
          query: { updateDate: from, updateEndDate: to },
          shape: MoneyIns,
          read: (reply) => reply.transactions.value.map(wireOf),
        },
        context,
      );
    },
  };
}

/** Only the list of debits omits the method. */
function isDebit(row: Row): boolean {
  return row.method === undefined || row.method === null || methodOf(row.method) === 'direct-debit';
}

function matches(debit: DirectDebit, key: Key): boolean {
  return 'debitId' in key ? debit.debitId === key.debitId : debit.reference === key.reference;
}
