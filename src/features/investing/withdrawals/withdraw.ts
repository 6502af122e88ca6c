// POST /customers/provider/payment-intent/withdrawal: money of the wallet goes to the investor's bank account.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets } from '../../../money/ledger/index.ts';
import { heldByInvestor, openPayment } from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { assertFullRights, type Customer, findCustomer, lockCustomer } from '../../access/customers/index.ts';
import { claimTfa, consumeTfa, releaseTfa } from '../../access/mfa/index.ts';
import { syncBankAccounts } from '../bank-accounts/index.ts';
import { issueInvoice } from '../invoices/index.ts';
import { syncMoneyIn } from '../wallet/index.ts';
import { checkBalance } from './check-balance.ts';
import { BLOCKED_BY_FRAUD_RULE, MISSING_PROVIDER_IBAN_ID, NOT_ENOUGH_BALANCE, PAYMENT_METHOD_NOT_FOUND } from './errors.ts';
import { findPaymentMethod, insertWithdrawal, readUsage } from './queries.ts';
import { feeInclTaxCents, freeQuota, isBlockedByFraudRule, usageWindow } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** What is asked: cents to a bank account of the investor. */
export type WithdrawalRequest = { paymentMethodId: string; amount: number };

/**
 * Who asks. `readRequest` gives the body or throws what is wrong with it: the code in the header is looked at first
 * (withdrawals.md#order-of-checks).
 */
export type WithdrawInput = {
  customerId: string;
  email: string;
  tfa: string | undefined;
  readRequest: () => WithdrawalRequest;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Claims the code, so that it cannot serve twice; checks bank account, rights and balances in the order of
 * withdrawals.md#order-of-checks, with
 * the provider asked outside any transaction; writes everything in one, which also uses the code up. A refusal gives the
 * code back. The money leaves after the commit, by the payment's job.
 */
export async function withdraw(deps: Deps, input: WithdrawInput): Promise<void> {
  const { customerId, endUser } = input;
  const claim = await claimTfa(deps, { customerId, action: 'withdraw', code: input.tfa });
  try {
    const { paymentMethodId, amount } = input.readRequest();
    const bankAccount = await findUsableBankAccount(deps, { paymentMethodId, customerId });
    assertRights(await findCustomer(deps.db, customerId));
    await syncMoneyIn(deps, customerId);
    await checkBalance(deps, { customerId, endUser });
    await inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
      await writeWithdrawal(tx, deps, { customerId, email: input.email, amountCents: amount, bankAccount });
      await consumeTfa(tx, claim);
    });
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, claim));
    throw error;
  }
}

type UsableBankAccount = { id: string; iban: string; providerIbanId: number; createdAt: Temporal.Instant };

/**
 * The investor's own bank account, as the provider sees it now; what was last known of it where the provider does not answer:
 * it refuses the payment itself if that is no longer true (A-withdrawals-1).
 */
async function findUsableBankAccount(
  deps: Deps,
  key: { paymentMethodId: string; customerId: string },
): Promise<UsableBankAccount> {
  await syncBankAccounts(deps, key.customerId);
  const method = await findPaymentMethod(deps.db, key);
  if (!method) throw new AppError(PAYMENT_METHOD_NOT_FOUND);
  const { id, iban, providerIbanId, createdAt } = method;
  // A-withdrawals-2: the status comes first, as a bank account that the provider does not know yet is not activated either.
  if (method.status !== 'activated') throw new AppError(PAYMENT_METHOD_NOT_FOUND);
  if (providerIbanId === null) throw new AppError(MISSING_PROVIDER_IBAN_ID);
  return { id, iban, providerIbanId, createdAt };
}

function assertRights(customer: Customer | undefined): Customer {
  if (!customer) throw new AppError(FORBIDDEN);
  assertFullRights(customer);
  return customer;
}

type CheckedWithdrawal = { customerId: string; email: string; amountCents: number; bankAccount: UsableBankAccount };

/**
 * With the customer's row locked, whatever may have changed since is looked at again: rights, the bank account, quota and fee,
 * money, the day's sum. Then transactions, holds and payment, email, invoice and request are written together
 * (withdrawals.md#what-is-written-together).
 */
async function writeWithdrawal(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  { customerId, email, amountCents, bankAccount }: CheckedWithdrawal,
): Promise<void> {
  const customer = assertRights(await lockCustomer(tx, customerId));
  const chosen = await findPaymentMethod(tx, { paymentMethodId: bankAccount.id, customerId });
  if (chosen?.status !== 'activated' || chosen.providerIbanId !== bankAccount.providerIbanId)
    throw new AppError(PAYMENT_METHOD_NOT_FOUND);
  const at = deps.clock.now();
  const feeCents = await assertAffordable(tx, deps, { customerId, amountCents, ibanKnownSince: bankAccount.createdAt, at });
  const id = newId();
  const providerBankAccountId = bankAccount.providerIbanId;
  const transactions = await openTransactions(tx, deps, { id, customerId, amountCents, feeCents, providerBankAccountId, at });
  const ibanEnd = bankAccount.iban.slice(-4);
  const firstName = customer.firstName === null ? {} : { firstName: customer.firstName };
  await enqueueEmail(tx, deps, {
    to: email,
    template: 'withdrawal-initiated',
    data: { amountCents, feeCents, ibanEnd, requestedAt: at.toString(), reference: id, ...firstName },
  });
  const invoiceId = feeCents > 0 ? await issueFeeInvoice(tx, deps, { id, customerId, amountCents, at }) : null;
  await insertWithdrawal(tx, {
    id,
    customerId,
    paymentMethodId: bankAccount.id,
    amountCents,
    feeCents,
    ...transactions,
    invoiceId,
    at,
  });
}

/** Money for amount and fee, then the anti-fraud rules. Returns the fee in cents with tax, 0 while the quota lasts. */
async function assertAffordable(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  asked: { customerId: string; amountCents: number; ibanKnownSince: Temporal.Instant; at: Temporal.Instant },
): Promise<number> {
  const { customerId, amountCents, ibanKnownSince, at } = asked;
  const { freeCount, withdrawnCents } = await readUsage(tx, customerId, usageWindow(at));
  const feeCents = feeInclTaxCents(freeQuota(freeCount, config.WITHDRAW_FREE_PER_YEAR).shouldApplyFee, {
    exclTaxCents: config.WITHDRAWAL_FEE_EXCL_TAX_CENTS,
    vatBps: config.VAT_RATE_BPS,
  });
  const availableCents = (await lockWallets(tx, [customerId])).get(customerId)?.availableCents ?? 0;
  if (availableCents < amountCents + feeCents) throw new AppError(NOT_ENOUGH_BALANCE);
  const isBlocked = isBlockedByFraudRule({
    amountCents,
    withdrawnCents,
    mostCentsPerDay: config.FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY,
    ibanKnownSince,
    newIbanDelayHours: config.FRAUD_NEW_IBAN_DELAY_HOURS,
    at,
  });
  if (isBlocked) throw new AppError(BLOCKED_BY_FRAUD_RULE);
  return feeCents;
}

type NewTransactions = {
  id: string;
  customerId: string;
  amountCents: number;
  feeCents: number;
  providerBankAccountId: number;
  at: Temporal.Instant;
};

/** Both transactions WAITING and their money held. The fee is ordered by the settlement, once the withdrawal is paid. */
async function openTransactions(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  asked: NewTransactions,
): Promise<{ transactionId: string; feeTransactionId: string | null }> {
  const { id, customerId, amountCents, feeCents, providerBankAccountId, at } = asked;
  const owner = { customerId };
  const order = {
    kind: 'payOut',
    purpose: 'withdrawal',
    subjectId: id,
    fromAccountId: customerId,
    providerBankAccountId,
    amountCents,
    comment: `Withdrawal ${id}`,
    at,
  } as const;
  const withdrawal = { type: 'WITHDRAWAL', owner, amountCents, hold: heldByInvestor(customerId, amountCents) } as const;
  if (feeCents === 0) {
    const { transactionIds } = await openPayment(tx, deps, { order, sides: { withdrawal } });
    return { transactionId: transactionIds.withdrawal, feeTransactionId: null };
  }
  const hold = heldByInvestor(customerId, feeCents);
  const fee = { type: 'WITHDRAWAL_FEE', owner, amountCents: feeCents, hold, orderedLater: true } as const;
  const { transactionIds } = await openPayment(tx, deps, { order, sides: { withdrawal, fee } });
  return { transactionId: transactionIds.withdrawal, feeTransactionId: transactionIds.fee };
}

/** The invoice of a withdrawal that is not free; returns its id. */
async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  withdrawal: { id: string; customerId: string; amountCents: number; at: Temporal.Instant },
): Promise<string> {
  const { id, customerId, amountCents, at } = withdrawal;
  const { WITHDRAW_FREE_PER_YEAR, WITHDRAWAL_FEE_EXCL_TAX_CENTS, VAT_RATE_BPS } = deps.config;
  const day = parisDate(at).toLocaleString('fr-FR', { dateStyle: 'long' });
  const invoice = await issueInvoice(tx, deps, {
    party: { customerId },
    reason: 'withdrawal-fee',
    subjectId: id,
    lines: [
      {
        label: `Frais de retrait : ${formatEuros(amountCents)} le ${day}, au-delà de ${WITHDRAW_FREE_PER_YEAR} retraits gratuits en douze mois`,
        amountExclTaxCents: WITHDRAWAL_FEE_EXCL_TAX_CENTS,
        vatBps: VAT_RATE_BPS,
      },
    ],
    note: `Montant prélevé sur votre portefeuille. Référence du retrait : ${id}`,
    at,
  });
  return invoice.invoiceId;
}
