// POST /customers/provider/payment-intent/withdrawal: pays money of the wallet out to the investor's
// bank account (A-withdrawals-10).

import { type Cents, formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
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

/** `amount` cents to a bank account of the investor. */
export type WithdrawalRequest = { paymentMethodId: string; amount: Cents };

/**
 * `tfa`: the code of the header. `readRequest` returns the body or throws `validation-failed`: it is called after the check of
 * the code (withdrawals.md#order-of-checks).
 */
export type WithdrawInput = {
  customerId: CustomerId;
  email: string;
  tfa: string | undefined;
  readRequest: () => WithdrawalRequest;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. claim the code, so that it cannot be used twice; 2. check bank account, rights and balances in the order of
 * withdrawals.md#order-of-checks, with the calls to the provider outside any transaction; 3. write everything in one transaction,
 * which also consumes the code. A refusal releases the code. The payment's job moves the money after the commit (A-withdrawals-7).
 */
export async function withdraw(deps: Deps, input: WithdrawInput): Promise<void> {
  const { customerId, endUser } = input;
  const claim = await claimTfa(deps, { customerId, action: 'withdraw', code: input.tfa });
  try {
    const { paymentMethodId, amount } = input.readRequest();
    // Neither throws when the provider does not answer, and neither needs the other: the investor waits for the slower one.
    await Promise.all([syncBankAccounts(deps, customerId), syncMoneyIn(deps, customerId)]);
    const bankAccount = await findUsableBankAccount(deps, { paymentMethodId, customerId });
    assertRights(await findCustomer(deps.db, customerId));
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
 * The investor's own bank account with the status that the provider just told. When it did not answer, the stored status
 * counts: the provider would refuse the payment to an account that is no longer active (A-withdrawals-1).
 */
async function findUsableBankAccount(
  deps: Pick<Deps, 'db'>,
  key: { paymentMethodId: string; customerId: CustomerId },
): Promise<UsableBankAccount> {
  const method = await findPaymentMethod(deps.db, key);
  if (!method) throw new AppError(PAYMENT_METHOD_NOT_FOUND);
  const { id, iban, providerIbanId, createdAt } = method;
  // The status is checked first: an account that is not registered at the provider is not activated either (A-withdrawals-2).
  if (method.status !== 'activated') throw new AppError(PAYMENT_METHOD_NOT_FOUND);
  if (providerIbanId === null) throw new AppError(MISSING_PROVIDER_IBAN_ID);
  return { id, iban, providerIbanId, createdAt };
}

function assertRights(customer: Customer | undefined): Customer {
  if (!customer) throw new AppError(FORBIDDEN);
  assertFullRights(customer);
  return customer;
}

type CheckedWithdrawal = { customerId: CustomerId; email: string; amountCents: Cents; bankAccount: UsableBankAccount };

/**
 * Locks the customer and checks again what may have changed since: rights, bank account, quota and fee, money, anti-fraud rules.
 * Then writes transactions, holds and payment, email, invoice and withdrawal together (withdrawals.md#what-is-written-together).
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

/** Checks the money for amount and fee, then the anti-fraud rules. Returns the fee with tax in cents, 0 within the free quota. */
async function assertAffordable(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  asked: { customerId: CustomerId; amountCents: Cents; ibanKnownSince: Temporal.Instant; at: Temporal.Instant },
): Promise<Cents> {
  const { customerId, amountCents, ibanKnownSince, at } = asked;
  const { freeCount, withdrawnCents } = await readUsage(tx, customerId, usageWindow(at));
  const feeCents = feeInclTaxCents(freeQuota(freeCount, config.WITHDRAW_FREE_PER_YEAR).shouldApplyFee, {
    exclTaxCents: config.WITHDRAWAL_FEE_EXCL_TAX_CENTS,
    vatBps: config.VAT_RATE_BPS,
  });
  const wallet = (await lockWallets(tx, [customerId])).get(customerId);
  if (!wallet) throw new Error(`the wallet of ${customerId} was not locked`);
  if (wallet.availableCents < amountCents + feeCents) throw new AppError(NOT_ENOUGH_BALANCE);
  const isBlocked = isBlockedByFraudRule({
    amountCents,
    withdrawnCents,
    maxCentsPerDay: config.FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY,
    ibanKnownSince,
    newIbanDelayHours: config.FRAUD_NEW_IBAN_DELAY_HOURS,
    at,
  });
  if (isBlocked) throw new AppError(BLOCKED_BY_FRAUD_RULE);
  return feeCents;
}

type NewTransactions = {
  id: string;
  customerId: CustomerId;
  amountCents: Cents;
  feeCents: Cents;
  providerBankAccountId: number;
  at: Temporal.Instant;
};

/** Writes both WAITING transactions and holds their money. The settlement opens the fee's payment once the withdrawal is paid. */
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

/** Issues the invoice of the fee; returns its id. */
async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  withdrawal: { id: string; customerId: CustomerId; amountCents: Cents; at: Temporal.Instant },
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
