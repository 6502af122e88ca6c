// Withdrawal: a bank account that the provider activates, a withdrawal confirmed by a mailed code, and its completion by the bank.

import { type DemoInvestor, meOf } from './people.ts';
import { must, type Stage } from './stage.ts';
import { hasTransaction, movementsOf } from './trading.ts';

type BankAccount = { id: string; status: string };

const IBAN = 'FR7630006000011234567890189';
/** What the provider calls an IBAN that can be paid to, and a pay-out that is on its way. */
const ACTIVATED = 5;
const ON_ITS_WAY = 0;

async function findBankAccount(investor: DemoInvestor): Promise<BankAccount | undefined> {
  const { items } = must(await investor.client.get<{ items: BankAccount[] }>('/customers/provider/payment-method'), 200);
  return items[0];
}

/** A code for an action, mailed and confirmed: it is what the header `tfa` carries. */
async function confirmedCode(
  stage: Stage,
  investor: DemoInvestor,
  action: 'withdraw' | 'bank-account-creation',
): Promise<string> {
  const { client, email } = investor;
  const code = await stage.mailedCode(email, () => client.post('/auth/mfa/trigger-mfa', { action }));
  must(await client.post('/auth/mfa/confirm-code', { action, code }), 201);
  return code;
}

/** Registers the investor's bank account and has the provider activate it. */
export async function registerBankAccount(stage: Stage, investor: DemoInvestor): Promise<void> {
  if (!(await findBankAccount(investor))) {
    const tfa = await confirmedCode(stage, investor, 'bank-account-creation');
    const details = { iban: IBAN, holder: `${investor.firstName} ${investor.lastName}` };
    must(await investor.client.post('/customers/provider/payment-method', details, { tfa }), 201);
  }
  type AtProvider = { ibans: { id: number; virtual?: boolean }[] };
  const { ibans } = await stage.control<AtProvider>('GET', `/accounts/${(await meOf(investor)).id}`);
  for (const { id } of ibans.filter(({ virtual }) => !virtual)) await stage.control('PUT', `/ibans/${id}`, { status: ACTIVATED });
}

/** The investor's first withdrawal, in cents. */
export async function withdraw(stage: Stage, investor: DemoInvestor, amountCents: number): Promise<void> {
  if (await hasTransaction(investor, 'WITHDRAWAL')) return;
  const paymentMethodId = (await findBankAccount(investor))?.id;
  const tfa = await confirmedCode(stage, investor, 'withdraw');
  const body = { paymentMethodId, amount: amountCents };
  must(await investor.client.post('/customers/provider/payment-intent/withdrawal', body, { tfa }), 201);
}

/** The bank confirms the pay-out; a fee, where one is due, follows it. */
export async function completePayout(stage: Stage, investor: DemoInvestor): Promise<void> {
  if (!(await hasTransaction(investor, 'WITHDRAWAL', 'CONFIRMED'))) {
    const payout = await stage.until(
      async () => (await movementsOf(stage, investor, 'moneyOut'))[0],
      'the pay-out to reach the provider',
    );
    if (payout.status === ON_ITS_WAY) await stage.control('POST', `/payouts/${payout.id}/complete`);
    // The worker that sent the pay-out may still hold the lease; the sweep then skips the payment.
    await stage.until(async () => {
      await stage.runJob('wallet-transactions');
      return hasTransaction(investor, 'WITHDRAWAL', 'CONFIRMED');
    }, 'the withdrawal to be confirmed');
  }
  await stage.until(async () => !(await hasTransaction(investor, 'WITHDRAWAL_FEE', 'WAITING')), 'the fee to be paid');
}
