// The only writer of payments: each with its WAITING transactions, their holds and the job that executes it, in the caller's transaction.

import { sql } from 'kysely';
import { recordAdminAction } from '../../core/audit.ts';
import { type Cents, centsOf, sumOf } from '../../core/cents.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Subquery } from '../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../core/errors.ts';
import { type AnsweredKey, type IdempotencyClaim, markAnswered } from '../../core/http/idempotency.ts';
import { newId } from '../../core/ids.ts';
import { continuedTrace, type Jobs, linkedTrace, type Traced } from '../../core/jobs/jobs.ts';
import { availableOf, heldOf, type LedgerLine, move, PLATFORM, type Purse, purseOf } from '../ledger/index.ts';
import { executePaymentJob } from './jobs.ts';
import type { Destination, PaymentAudit, PaymentPurpose } from './payment.ts';
import type { NewTransaction, WalletTransactionType } from './transactions.ts';

/** What is to be paid, from which account, and why; amounts in cents. The provider is called only after the commit. */
export type NewPayment = {
  purpose: PaymentPurpose;
  subjectId: string;
  fromAccountId: string;
  amountCents: Cents;
  comment: string;
  at: Temporal.Instant;
  /** The audit row of the administrator who orders it: written with the payment, as the provider may have it from then on. */
  audit?: PaymentAudit;
} & Destination;

/** Money reserved until the payment is settled: moved from these accounts to the account `to`. */
export type Hold = { from: readonly { account: string; amountCents: Cents }[]; to: string };

/**
 * A side of the payment: the transaction that shows it to its owner, and its hold. `isPaidLater`: the money is only held now, and
 * {@link orderHeldTransaction} opens another payment for it.
 */
export type PaymentSide = NewTransaction & { hold?: Hold; isPaidLater?: true };

/** A payment with its sides by name; `propertyId`: the project whose money it is. */
type PaymentWithSides<Name extends string> = {
  order: NewPayment;
  sides: Readonly<Record<Name, PaymentSide>>;
  propertyId?: PropertyId;
};

/** A payment that is not written yet, with the ids that it and its transactions will have. */
export type DraftPayment<Name extends string = string> = {
  id: string;
  transactionIds: Readonly<Record<Name, string>>;
  at: Temporal.Instant;
  row: object;
};

/** Hold of an investor's money: AVAILABLE to HELD. */
export function heldByInvestor(customerId: CustomerId, amountCents: Cents): Hold {
  return { from: [{ account: availableOf(customerId), amountCents }], to: heldOf(customerId) };
}

/** Hold of a project's money: the given cents of each purse, moved to the purse HELD. */
export function heldByProject(propertyId: PropertyId, cents: Partial<Record<Exclude<Purse, 'HELD'>, number>>): Hold {
  // Border: the keys are those of the parameter's type.
  const parts = Object.entries(cents) as [Purse, Cents][];
  const from = parts.map(([purse, amountCents]) => ({ account: purseOf(propertyId, purse), amountCents }));
  return { from, to: purseOf(propertyId, 'HELD') };
}

/** Start delay of the job when the request itself executes the payment: after it, the request has done so or died. */
const REQUEST_SECONDS = 5;

/**
 * Writes the payment with all that belongs to it in one statement. Returns its id (the reference at the provider) and the ids of the
 * transactions by the names of the sides. The caller has checked the balance under lock; the constraint ledger_balance_not_negative is the
 * safety net. `byRequest`: the request calls `carryOutPayment` itself, and the job takes over when its process has died before.
 */
export async function openPayment<Name extends string = never>(
  tx: Tx,
  deps: { jobs: Jobs },
  payment: PaymentWithSides<Name> & { byRequest?: true },
): Promise<{ paymentId: string; transactionIds: Readonly<Record<Name, string>> }> {
  const draft = draftPayment(payment);
  const startAfterSeconds = payment.byRequest ? REQUEST_SECONDS : undefined;
  await sql`select payment_create(${writtenBy(draft, { startAfterSeconds })}::jsonb)`.execute(tx);
  const { audit, at } = payment.order;
  if (audit) await recordAdminAction(tx, { ...audit, paymentId: draft.id, at });
  if (!payment.byRequest) deps.jobs.announce(tx, executePaymentJob);
  return { paymentId: draft.id, transactionIds: draft.transactionIds };
}

/**
 * A payment for a function of the database that does a whole use case and calls `payment_create` itself, in one call: its room passes
 * {@link writtenBy} on, and `placeIfUnchanged` announces the job. It has no audit row.
 */
export function draftPayment<Name extends string>({ order, sides, propertyId }: PaymentWithSides<Name>): DraftPayment<Name> {
  const id = newId();
  // Border: Object.entries forgets the type of the keys.
  const named = (Object.entries(sides) as [Name, PaymentSide][]).map(([name, side]) => ({ name, id: newId(), side }));
  // Border: as above.
  const transactionIds = Object.fromEntries(named.map((one) => [one.name, one.id])) as Record<Name, string>;
  const row = {
    id,
    kind: order.kind,
    purpose: order.purpose,
    subject_id: order.subjectId,
    from_account_id: order.fromAccountId,
    ...(order.kind === 'transfer'
      ? { to_account_id: order.toAccountId }
      : { provider_bank_account_id: order.providerBankAccountId }),
    amount_cents: order.amountCents,
    comment: order.comment,
    audit_kind: order.audit?.kind,
    property_id: propertyId,
    sides: named.map((one) => sideRow(one.id, one.side)),
  };
  return { id, transactionIds, at: order.at, row };
}

function sideRow(id: string, { type, owner, amountCents, hold, isPaidLater }: PaymentSide): object {
  const side = {
    id,
    type,
    ...('customerId' in owner ? { customer_id: owner.customerId } : { spv_id: owner.spvId }),
    amount_cents: amountCents,
    is_paid_later: isPaidLater,
  };
  if (hold === undefined) return side;
  const parts = hold.from.filter((part) => part.amountCents !== 0);
  const totalCents = sumOf(parts.map((part) => part.amountCents));
  return {
    ...side,
    hold_accounts: [...parts.map(({ account }) => account), hold.to],
    hold_cents: [...parts.map((part) => centsOf(-part.amountCents)), totalCents],
  };
}

/** The argument of the SQL function `payment_create`, as JSON; `key` is answered with the payment. */
export function writtenBy(
  draft: DraftPayment,
  { key, startAfterSeconds }: { key?: AnsweredKey | undefined; startAfterSeconds?: number | undefined } = {},
): string {
  return JSON.stringify({ ...runOf(draft.at, continuedTrace()), key, startAfterSeconds, payments: [draft.row] });
}

function runOf(at: Temporal.Instant, trace: Traced): object {
  return { at: at.toString(), queue: executePaymentJob.name, trace };
}

/**
 * Opens the payment of a transaction whose money was held without one, in the transaction that settles the payment before it.
 * Returns the new payment's id. Throws when the transaction is not WAITING or has a payment already.
 */
export async function orderHeldTransaction(
  tx: Tx,
  deps: { jobs: Jobs },
  held: { transactionId: string; order: NewPayment },
): Promise<string> {
  const { paymentId } = await openPayment(tx, deps, { order: held.order, sides: {} });
  const ordered = await tx
    .updateTable('wallet_transaction')
    .set({ payment_id: paymentId })
    .where('id', '=', held.transactionId)
    .where('status', '=', 'WAITING')
    .where('payment_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ordered) throw new Error(`transaction ${held.transactionId} waits for no payment`);
  return paymentId;
}

/**
 * What one investor gets, in cents. `subject_id`: the caller's row that is paid; when it is paid again after a refusal, it gets a
 * further payment. `tax_cents` is withheld: the provider moves the rest, and the tax is shown as a transaction WITHHOLDING_TAX.
 */
export type Payout = { subject_id: string; customer_id: CustomerId; gross_cents: Cents; tax_cents: Cents };

/** What all payouts of a run share; `fromAccountId` is the SPV's account at the provider. */
export type PayoutRun = {
  purpose: PaymentPurpose;
  type: WalletTransactionType;
  fromAccountId: string;
  comment: string;
  propertyId: PropertyId;
  at: Temporal.Instant;
};

/** Payments written by one call of `payment_create`, which bounds the size of its argument. */
const PAYMENTS_PER_CALL = 5_000;

/**
 * Opens the payments of a project to many investors, set-based, for all rows of the query `payouts`: for each one payment, its
 * transactions and its job. The caller has moved the money, under lock, to a purse that nothing else spends: the transactions post
 * nothing before they are CONFIRMED, and the settlement of `purpose` posts `payoutLines`. Each net amount must be positive. Returns how
 * many were opened.
 */
export async function openPayouts(tx: Tx, deps: { jobs: Jobs }, run: PayoutRun, payouts: Subquery<Payout>): Promise<number> {
  const { rows } = await sql<{ count: number; isWritten: boolean }>`
    with payout as materialized (
      select
        gen_random_uuid() as id, subject_id, customer_id, gross_cents, tax_cents,
        (row_number() over () - 1) / ${PAYMENTS_PER_CALL}::integer as part
      from (${payouts}) payout
    )
    select
      count(*) as count,
      payment_create(
        ${JSON.stringify(runOf(run.at, linkedTrace()))}::jsonb
        || jsonb_build_object('payments', jsonb_agg(jsonb_build_object(
          'id', id, 'kind', 'transfer', 'purpose', ${run.purpose}::text, 'subject_id', subject_id,
          'from_account_id', ${run.fromAccountId}::text, 'to_account_id', customer_id, 'amount_cents', gross_cents - tax_cents,
          'comment', ${run.comment}::text, 'property_id', ${run.propertyId}::uuid,
          'sides', jsonb_build_array(jsonb_build_object(
            'id', gen_random_uuid(), 'type', ${run.type}::text, 'customer_id', customer_id, 'amount_cents', gross_cents
          )) || case when tax_cents > 0 then jsonb_build_array(jsonb_build_object(
            'id', gen_random_uuid(), 'type', 'WITHHOLDING_TAX', 'customer_id', customer_id, 'amount_cents', tax_cents
          )) else '[]' end
        )))
      ) as "isWritten"
    from payout
    group by part`.execute(tx);
  if (rows.length > 0) deps.jobs.announce(tx, executePaymentJob);
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Posting of a paid payout: the gross amount from its purse to the investor's AVAILABLE, the withheld tax from there to PLAT:TAX. */
export function payoutLines(payout: {
  fromAccount: string;
  customerId: CustomerId;
  grossCents: Cents;
  taxCents: Cents;
}): LedgerLine[] {
  const { fromAccount, customerId, grossCents, taxCents } = payout;
  return [...move(grossCents, fromAccount, availableOf(customerId)), ...move(taxCents, availableOf(customerId), PLATFORM.TAX)];
}

/** What the functions of the database that write a use case with its payment answer; only with `placed` is anything written. */
export type Placed = 'placed' | 'changed' | 'key-taken';

/** Each time somebody else was faster with one of the rows or accounts that were checked. */
const MAX_ATTEMPTS = 10;

/**
 * 1. `check` reads everything, throws where a rule refuses, and returns what is to be written with the versions of what it read
 * (`isFirst`: it may use what was read a moment ago); 2. `write` compares the versions under lock and writes all or nothing; where
 * somebody else was faster, again from 1. Returns what was written. The claim is spent by the write.
 * Errors: those of `check`; `idempotency-key-in-progress` when another request has the key by now; `temporarily-unavailable` when others
 * were faster every time.
 */
export async function placeIfUnchanged<Checked>(
  deps: { db: Database; jobs: Jobs },
  claim: IdempotencyClaim | undefined,
  steps: { check: (isFirst: boolean) => Promise<Checked>; write: (checked: Checked) => Promise<Placed> },
): Promise<Checked> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const checked = await steps.check(attempt === 1);
    const outcome = await steps.write(checked);
    if (outcome === 'changed') continue;
    markAnswered(claim, outcome);
    deps.jobs.announce(deps.db, executePaymentJob);
    return checked;
  }
  throw new AppError(TEMPORARILY_UNAVAILABLE);
}
