// A payment of these tests, whose settlement only posts it: the protocol is tested with it.

import { randomUUID } from 'node:crypto';
import { centsOf } from '../../src/core/cents.ts';
import type { CustomerId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { EXTERNAL, heldOf, move, PLATFORM, postToLedger, purseOf, readWallet } from '../../src/money/ledger/index.ts';
import {
  type ExecuteDeps,
  heldByInvestor,
  heldByProject,
  NOTHING_TO_POST,
  openPayment,
  type PaymentAudit,
  settle,
} from '../../src/money/payments/index.ts';
import { resaleProperty, verifiedInvestor } from './actors.ts';
import type { World } from './world.ts';

export const FUNDS_CENTS = 5_000;
export const PAID_CENTS = centsOf(1_000);

/** A payment that was opened, with what it is about. */
export type OpenedPayment = { paymentId: string; transactionId: string; subjectId: string; fromAccountId: string };

/** An investor's transfer of PAID_CENTS to the platform, held and not sent; `settlingFees` says what follows its end. */
export async function openTransfer(
  world: World,
  options: { audit?: PaymentAudit; byRequest?: true } = {},
): Promise<OpenedPayment & { customerId: CustomerId }> {
  const { audit, byRequest } = options;
  const { customerId } = await verifiedInvestor(world, { fundsCents: FUNDS_CENTS });
  const subjectId = randomUUID();
  const { paymentId, transactionIds } = await inTransaction(world.deps.db, (tx) =>
    openPayment(tx, world.deps, {
      order: {
        kind: 'transfer',
        purpose: 'withdrawal-fee',
        subjectId,
        fromAccountId: customerId,
        toAccountId: world.deps.config.PLATFORM_MAIN_ACCOUNT_ID,
        amountCents: PAID_CENTS,
        comment: 'A payment of a test',
        at: world.deps.clock.now(),
        ...(audit ? { audit } : {}),
      },
      sides: {
        fee: {
          type: 'WITHDRAWAL_FEE',
          owner: { customerId },
          amountCents: PAID_CENTS,
          hold: heldByInvestor(customerId, PAID_CENTS),
        },
      },
      ...(byRequest ? { byRequest } : {}),
    }),
  );
  return { paymentId: paymentId, transactionId: transactionIds.fee, subjectId, fromAccountId: customerId, customerId };
}

/** The world's parts with a settlement for {@link openTransfer}: the room of withdrawals would look for its own row. */
export function settlingFees(world: World): ExecuteDeps {
  return {
    ...world.deps,
    settlements: {
      ...world.deps.settlements,
      'withdrawal-fee': (tx, payment) =>
        settle(tx, payment, {
          // Border: an investor's account is named by the customer's id.
          succeeded: async () => move(payment.amountCents, heldOf(payment.fromAccountId as CustomerId), PLATFORM.MAIN),
          failed: async () => NOTHING_TO_POST,
        }),
    },
  };
}

/** Wires of a test that reach a purse of a project: nobody asks here how its money came. */
export async function fillPurses(world: World, propertyId: PropertyId, cents: { MAIN?: number; FEES?: number }): Promise<void> {
  const at = world.deps.clock.now();
  await inTransaction(world.deps.db, async (tx) => {
    for (const purse of ['MAIN', 'FEES'] as const) {
      const lines = move(centsOf(cents[purse] ?? 0), EXTERNAL, purseOf(propertyId, purse));
      await postToLedger(tx, { reference: randomUUID(), step: 'confirm', type: 'TEST', eventAt: at, createdAt: at, lines });
    }
  });
}

/** A project's payment of 1 000 out of MAIN and 250 out of FEES, held and not sent; from its SPV's wallet to a bank account. */
export async function openProjectPayment(
  world: World,
  cents: { MAIN: number; FEES: number } = { MAIN: 1_000, FEES: 250 },
): Promise<OpenedPayment & { propertyId: PropertyId; spvId: SpvId }> {
  const { propertyId, spvId } = await resaleProperty(world, { owners: [] });
  const [spv] = await world.sql<{ account: string }>('select provider_external_id as account from spv where id = $1', [spvId]);
  if (!spv) throw new Error('the property has no SPV');
  await fillPurses(world, propertyId, { MAIN: 1_500, FEES: 400 });
  const subjectId = randomUUID();
  const amountCents = centsOf(cents.MAIN + cents.FEES);
  const { paymentId, transactionIds } = await inTransaction(world.deps.db, (tx) =>
    openPayment(tx, world.deps, {
      propertyId,
      order: {
        kind: 'payOut',
        purpose: 'owner-settlement',
        subjectId,
        fromAccountId: spv.account,
        providerBankAccountId: 1,
        amountCents,
        comment: 'A payment of a test',
        at: world.deps.clock.now(),
      },
      sides: { owner: { type: 'OWNER_SETTLEMENT', owner: { spvId }, amountCents, hold: heldByProject(propertyId, cents) } },
    }),
  );
  return { paymentId: paymentId, transactionId: transactionIds.owner, subjectId, fromAccountId: spv.account, propertyId, spvId };
}

/** How far a payment is, as it is stored. */
export async function paymentOf(world: World, paymentId: string) {
  const [row] = await world.sql<{
    status: string;
    attempts: number;
    sends: number;
    refusal: string | null;
    failure: string | null;
    isTaken: boolean;
    isWatched: boolean;
  }>(
    `select status, attempts, send_count as sends, refusal, failure, provider_payment_id is not null as "isTaken",
       watched_until is not null as "isWatched" from payment where id = $1`,
    [paymentId],
  );
  if (!row) throw new Error(`there is no payment ${paymentId}`);
  return row;
}

/** What the provider moved from or to this account, wires left out; cents. */
export async function movementsFrom(world: World, accountId: string): Promise<number[]> {
  const account = await world.control<{ movements: { kind: string; amountCents: number }[] }>('GET', `/accounts/${accountId}`);
  return account.movements.filter(({ kind }) => kind !== 'moneyIn').map(({ amountCents }) => amountCents);
}

/** What the investor has: available and held cents. */
export async function walletCentsOf(world: World, customerId: CustomerId): Promise<[number, number]> {
  const { availableCents, heldCents } = await readWallet(world.deps.db, customerId);
  return [availableCents, heldCents];
}

/** What a project has in the purses named. */
export async function pursesOf(world: World, propertyId: PropertyId, purses: readonly string[]): Promise<number[]> {
  const rows = await world.sql<{ name: string; cents: number }>(
    'select name, balance_cents::integer as cents from ledger_account where name = any ($1)',
    [purses.map((purse) => `PRO:${propertyId}:${purse}`)],
  );
  return purses.map((purse) => rows.find(({ name }) => name.endsWith(`:${purse}`))?.cents ?? 0);
}
