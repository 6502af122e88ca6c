// What tests of withdrawals begin with: a bank account that can be paid to, the mailed code, withdrawals of the past, the proof.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dataCipher } from '../../src/core/data-cipher.ts';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { ibanCell } from '../../src/features/investing/bank-accounts/index.ts';
import { type Investor, type Person, verifiedInvestor } from './actors.ts';
import type { Answer } from './client.ts';
import { codesIn, waitForCode } from './codes.ts';
import { bookAlone } from './money-states.ts';
import { forgetCodeRequests } from './session-states.ts';
import { expectStatus, type World } from './world.ts';

/** An investor who can withdraw: verified, with money and an activated bank account. */
export type Withdrawer = Investor & { paymentMethodId: string; ibanId: number };

const IBAN = 'FR7630006000011234567890189';
const PATH = '/customers/provider/payment-intent/withdrawal';

/** A new one, with this much on the wallet. */
export async function withdrawer(world: World, fundsCents: number): Promise<Withdrawer> {
  const investor = await verifiedInvestor(world, { fundsCents });
  return { ...investor, ...(await bankAccountOf(world, investor.customerId)) };
}

/** A bank account, activated at the provider (`accountId` there, their own unless given) and known here. */
export async function bankAccountOf(
  world: World,
  customerId: CustomerId,
  accountId: CustomerId = customerId,
): Promise<{ paymentMethodId: string; ibanId: number }> {
  const { id: ibanId } = await world.control<{ id: number }>('POST', `/accounts/${accountId}/ibans`, {
    iban: IBAN,
    holder: 'Camille Durand',
    status: 5,
  });
  const paymentMethodId = randomUUID();
  const now = world.deps.clock.now().toString();
  const cipher = dataCipher(world.deps.config);
  // By SQL: also for investors who may not ask, and without the mailed code of each.
  await world.sql(
    `insert into bank_account
       (id, customer_id, iban_ciphertext, iban_digest, iban_end, holder, status, provider_iban_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'Camille Durand', 'activated', $6, $7, $7)`,
    [
      paymentMethodId,
      customerId,
      cipher.encrypt(IBAN, ibanCell(paymentMethodId)),
      cipher.digest(IBAN, 'iban'),
      IBAN.slice(-4),
      ibanId,
      now,
    ],
  );
  return { paymentMethodId, ibanId };
}

/** Adds a bank account as its owner does, with a mailed code; the provider activates it. */
export async function addBankAccount(
  world: World,
  person: Investor,
  iban: string,
): Promise<{ id: string; payableFrom: string | null }> {
  const path = '/customers/provider/payment-method';
  await forgetCodeRequests(world, person.customerId);
  const known = (await codesIn(world, person.email, 'bank-account-creation')).length;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
  const tfa = await waitForCode(world, person.email, 'bank-account-creation', known + 1);
  const asked = { iban, holder: 'Camille Durand' };
  const added = await person.client.post<{ id: string; payableFrom: string | null }>(path, asked, { tfa });
  const { id, payableFrom } = expectStatus(added, 201).body;
  const { ibans } = await world.control<{ ibans: { id: number; iban: string }[] }>('GET', `/accounts/${person.customerId}`);
  await world.control('PUT', `/ibans/${ibans.find((one) => one.iban === iban)?.id}`, { status: 5 });
  expectStatus(await person.client.get(path), 200);
  return { id, payableFrom };
}

/** Removes a bank account as its owner does, with a mailed code. */
export async function removeBankAccount(world: World, person: Investor, bankAccountId: string): Promise<Answer> {
  const tfa = await removalCode(world, person);
  return person.client.send('DELETE', `/customers/provider/payment-method/${bankAccountId}`, undefined, { tfa });
}

/** The code of action `bank-account-removal`, asked for and read from the mailbox. */
export async function removalCode(world: World, person: Investor): Promise<string> {
  await forgetCodeRequests(world, person.customerId);
  const known = (await codesIn(world, person.email, 'bank-account-removal')).length;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-removal' }), 201);
  return waitForCode(world, person.email, 'bank-account-removal', known + 1);
}

/** The code of action `withdraw`, asked for and read from the mailbox; earlier requests are forgotten, their limit is not the subject here. */
export async function withdrawalCode(world: World, person: Investor): Promise<string> {
  await forgetCodeRequests(world, person.customerId);
  const codes = async () => (await world.mails(person.email)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  const before = (await codes()).length;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
  return world.until(async () => {
    const [newest, ...older] = await codes();
    return older.length >= before && newest;
  }, 'the code');
}

/** Asks for a withdrawal, with a fresh code unless one is given. */
export async function withdraw(
  world: World,
  person: Withdrawer,
  asked: { amount?: unknown; tfa?: string; paymentMethodId?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { amount = 1_000, paymentMethodId = person.paymentMethodId } = asked;
  const tfa = asked.tfa ?? (await withdrawalCode(world, person));
  return person.client.post(PATH, { paymentMethodId, amount }, { tfa, ...asked.headers });
}

/** A withdrawal as it is written, with its transactions and what the provider knows it by. */
export type WrittenWithdrawal = {
  id: string;
  amount_cents: string;
  fee_cents: string;
  status: string;
  fee_status: string | null;
  order_status: string;
  payout_id: string | null;
  invoice_id: string | null;
};

/** Withdrawals of an investor, oldest first. */
export function withdrawalsOf(world: World, person: Investor): Promise<WrittenWithdrawal[]> {
  return world.sql<WrittenWithdrawal>(
    `select w.id, w.amount_cents, w.fee_cents, t.status, fee.status as fee_status, o.status as order_status, o.provider_payment_id as payout_id, w.invoice_id
     from withdrawal w join wallet_transaction t on t.id = w.wallet_transaction_id join payment o on o.id = t.payment_id
     left join wallet_transaction fee on fee.id = w.fee_transaction_id where w.customer_id = $1 order by w.created_at, w.id`,
    [person.customerId],
  );
}

/** The investor's only withdrawal. */
export async function withdrawalOf(world: World, person: Investor): Promise<WrittenWithdrawal> {
  const [written, ...more] = await withdrawalsOf(world, person);
  assert.ok(written && more.length === 0, `${more.length + (written ? 1 : 0)} withdrawals`);
  return written;
}

/** The newest withdrawal, once the provider has taken its order. */
export function orderedWithdrawal(world: World, person: Investor): Promise<WrittenWithdrawal & { payout_id: string }> {
  return world.until(async () => {
    const newest = (await withdrawalsOf(world, person)).at(-1);
    return newest?.payout_id ? { ...newest, payout_id: newest.payout_id } : undefined;
  }, 'the provider has the order');
}

/** The bank pays or sends back, and the worker asks for it. */
export async function endPayout(world: World, person: Investor, end: 'complete' | 'fail'): Promise<void> {
  const { id, payout_id: payoutId } = await orderedWithdrawal(world, person);
  await world.control('POST', `/payouts/${payoutId}/${end}`);
  await world.runJob('wallet-transactions');
  await world.until(
    async () => (await withdrawalsOf(world, person)).find((written) => written.id === id)?.status !== 'WAITING',
    'the withdrawal is settled',
  );
}

/** Withdrawals of earlier days that were paid, free of charge; as much came into the wallet the moment before. */
export async function pastWithdrawals(
  world: World,
  person: Withdrawer,
  options: { count: number; at?: string; amountCents?: number; status?: string },
): Promise<void> {
  const at = options.at ?? world.deps.clock.now().subtract({ hours: 48 }).toString();
  for (let index = 0; index < options.count; index += 1) {
    const transactionId = randomUUID();
    const { amountCents = 100, status = 'CONFIRMED' } = options;
    const { customerId } = person;
    if (status === 'CONFIRMED') {
      const before = await bookAlone(world, customerId, { type: 'PAID_OUTSIDE', amountCents, createdAt: at, eventAt: at });
      // By SQL: the same.
      await world.sql(
        `select ledger_post($1, 'confirm', 'PAID_OUTSIDE', $4, $4, array['EXT', $3], array[-$5::bigint, $5::bigint]),
           ledger_post($2, 'confirm', 'WITHDRAWAL', $4, $4, array[$3, 'EXT'], array[-$5::bigint, $5::bigint])`,
        [before, transactionId, `INV:${customerId}:AVAILABLE`, at, amountCents],
      );
    }
    // By SQL: the clock of a world does not go back.
    await world.sql(
      `with booked as (
         insert into wallet_transaction (id, type, status, customer_id, amount_cents, created_at, event_at)
         values ($1, 'WITHDRAWAL', $2, $3, $4, $5, $5) returning id, customer_id, amount_cents, created_at
       )
       insert into withdrawal (id, customer_id, bank_account_id, amount_cents, wallet_transaction_id, created_at)
       select $6, customer_id, $7, amount_cents, id, created_at from booked`,
      [transactionId, status, customerId, amountCents, at, randomUUID(), person.paymentMethodId],
    );
  }
}

/** The ledger proof holds: every invariant, and no wallet lacks money at the provider. */
export async function proveLedger(administrator: Person): Promise<void> {
  type Proof = {
    ok: boolean;
    invariants: { name: string; ok: boolean; violations: unknown[] }[];
    providerDifferences: unknown[];
  };
  const proof = expectStatus(await administrator.client.get<Proof>('/administration/ledger/proof'), 200).body;
  const broken = proof.invariants.filter((invariant) => !invariant.ok);
  assert.ok(proof.ok, JSON.stringify({ broken, differences: proof.providerDifferences }));
}
