// POST /customers/provider/payment-intent/withdrawal: pays money of the wallet out to the investor's
// bank account.

import type { Static } from 'typebox';
import { type Cents, formatEuros } from '../../../core/cents.ts';
import { longDay, parisDate } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction, keyOfClaim } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWallet, readWalletWithVersions, type VersionedWallet } from '../../../money/ledger/index.ts';
import { draftPayment, heldByInvestor, placeIfUnchanged } from '../../../money/payments/index.ts';
import { type Mail, sendEmailJob } from '../../../providers/email/index.ts';
import {
  assertFullRights,
  assertNamed,
  type Customer,
  findCustomer,
  isNamed,
  transactionRights,
} from '../../access/customers/index.ts';
import { claimTfa, releaseTfa, TFA_CODE_INVALID } from '../../access/mfa/index.ts';
import { syncBankAccounts } from '../bank-accounts/index.ts';
import { issueInvoice } from '../invoices/index.ts';
import { syncMoneyIn } from '../wallet/index.ts';
import { checkBalance } from './check-balance.ts';
import {
  BANK_ACCOUNT_DELAYED,
  BLOCKED_BY_FRAUD_RULE,
  MISSING_PROVIDER_IBAN_ID,
  NOT_ENOUGH_BALANCE,
  PAYMENT_METHOD_NOT_FOUND,
} from './errors.ts';
import {
  type BankAccount,
  type CheckedWithdrawal,
  findPaymentMethod,
  insertWithdrawal,
  readUsage,
  setInvoice,
} from './queries.ts';
import { feeInclTaxCents, freeQuota, isBlockedByFraudRule, usageWindow, withdrawalTerms } from './rules.ts';
import type { WithdrawalTerms } from './schemas.ts';

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
 * withdrawals.md#order-of-checks, with the calls to the provider outside any transaction; 3. all of it checked again, and everything
 * written in one call, which also uses the code up. A refusal releases the code. The payment's job moves the money after the commit.
 */
export async function withdraw(deps: Deps, input: WithdrawInput): Promise<void> {
  const { customerId, endUser } = input;
  const codeClaim = await claimTfa(deps, { customerId, action: 'withdraw', code: input.tfa });
  try {
    const { paymentMethodId, amount } = input.readRequest();
    // Neither throws when the provider does not answer, and neither needs the other: the investor waits for the slower one.
    await Promise.all([syncBankAccounts(deps, customerId), syncMoneyIn(deps, customerId)]);
    const key = { paymentMethodId, customerId };
    const payee = await findPayee(deps, key);
    const wallet = await checkBalance(deps, { customerId, endUser });
    await placeWithdrawal(
      deps,
      { ...key, email: input.email, amountCents: amount, loaded: { ...payee, wallet } },
      {
        codeClaim: codeClaim.token,
        idempotency: input.idempotency,
      },
    );
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, codeClaim));
    throw error;
  }
}

type Payee = { customer: Customer; bankAccount: BankAccount & { providerIbanId: number } };

/**
 * The investor with full rights, and their own bank account with the status that the provider has just answered. When it did not answer, the
 * stored status counts: the provider would refuse the payment to an account that is no longer active.
 */
async function findPayee(
  { db }: Pick<Deps, 'db'>,
  { paymentMethodId, customerId }: { paymentMethodId: string; customerId: CustomerId },
): Promise<Payee> {
  const [bankAccount, customer] = await Promise.all([
    findPaymentMethod(db, { paymentMethodId, customerId }),
    findCustomer(db, customerId),
  ]);
  // The status is checked first: an account that is not registered at the provider is not activated either.
  if (bankAccount?.status !== 'activated') throw new AppError(PAYMENT_METHOD_NOT_FOUND);
  const { providerIbanId } = bankAccount;
  if (providerIbanId === null) throw new AppError(MISSING_PROVIDER_IBAN_ID);
  if (!customer) throw new AppError(FORBIDDEN);
  assertFullRights(customer);
  return { customer, bankAccount: { ...bankAccount, providerIbanId } };
}

/** `loaded` is what was read before and while the balances were compared: the first attempt checks it, as the write checks its versions. */
type CheckRequest = {
  paymentMethodId: string;
  customerId: CustomerId;
  email: string;
  amountCents: Cents;
  loaded: Payee & { wallet: VersionedWallet };
};

/** Checked as it is read, and written if it still is so. */
async function placeWithdrawal(
  deps: Deps,
  request: CheckRequest,
  { codeClaim, idempotency }: { codeClaim: string; idempotency: IdempotencyClaim | undefined },
): Promise<void> {
  await placeIfUnchanged(deps, idempotency, {
    check: async (isFirst) => ({
      ...(await check(deps, request, isFirst ? request.loaded : undefined)),
      email: request.email,
    }),
    write: async (checked) => {
      const withdrawal = { checked, codeClaim, idempotency };
      const outcome = await (checked.feeCents === 0 ? write(deps.db, deps, withdrawal) : writeWithInvoice(deps, withdrawal));
      if (outcome === 'code-taken') throw new AppError(TFA_CODE_INVALID);
      return outcome;
    },
  });
}

/** The withdrawal as it could be written now: with its fee in cents, 0 within the free quota. */
async function check(
  deps: Deps,
  { paymentMethodId, customerId, amountCents }: CheckRequest,
  loaded: CheckRequest['loaded'] | undefined,
): Promise<CheckedWithdrawal & Payee> {
  const { db, clock, config } = deps;
  const { customer, bankAccount } = loaded ?? (await findPayee(deps, { paymentMethodId, customerId }));
  const wallet = loaded?.wallet ?? (await readWalletWithVersions(db, customerId));
  const at = clock.now();
  // After the wallet: a withdrawal that it does not show has changed its versions.
  const { freeCount, withdrawnCents } = await readUsage(db, customerId, usageWindow(at));
  const feeCents = feeInclTaxCents(freeQuota(freeCount, config.WITHDRAW_FREE_PER_YEAR).shouldApplyFee, {
    exclTaxCents: config.WITHDRAWAL_FEE_EXCL_TAX_CENTS,
    vatBps: config.VAT_RATE_BPS,
  });
  // The fee is invoiced.
  if (feeCents > 0) assertNamed(customer);
  if (wallet.availableCents < amountCents + feeCents)
    throw notCovered(
      NOT_ENOUGH_BALANCE,
      amountCents + feeCents,
      wallet.availableCents,
      `Asked for: ${amountCents} cents and a fee of ${feeCents}; available: ${wallet.availableCents}.`,
    );
  const { payableFrom } = bankAccount;
  // A-withdrawals-14
  if (payableFrom !== null && Temporal.Instant.compare(at, payableFrom) < 0)
    throw new AppError(BANK_ACCOUNT_DELAYED, {
      detail: `Money can be withdrawn to this bank account from ${payableFrom.toString()}.`,
    });
  const isBlocked = isBlockedByFraudRule({
    amountCents,
    withdrawnCents,
    maxCentsPerDay: config.FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY,
    ibanKnownSince: bankAccount.createdAt,
    newIbanDelayHours: config.FRAUD_NEW_IBAN_DELAY_HOURS,
    at,
  });
  if (isBlocked) throw new AppError(BLOCKED_BY_FRAUD_RULE);
  const id = newId();
  const payment = draftWithdrawalPayment({ id, customerId, bankAccount, amountCents, feeCents, at });
  return { id, customer, bankAccount, wallet, amountCents, feeCents, payment };
}

/** The fee is held with the withdrawal, and paid by its own payment once the bank has paid (A-withdrawals-4). */
function draftWithdrawalPayment(withdrawal: {
  id: string;
  customerId: CustomerId;
  bankAccount: Payee['bankAccount'];
  amountCents: Cents;
  feeCents: Cents;
  at: Temporal.Instant;
}): CheckedWithdrawal['payment'] {
  const { id, customerId, bankAccount, amountCents, feeCents, at } = withdrawal;
  const heldFor = <Type extends 'WITHDRAWAL' | 'WITHDRAWAL_FEE'>(type: Type, cents: Cents) => ({
    type,
    owner: { customerId },
    amountCents: cents,
    hold: heldByInvestor(customerId, cents),
  });
  const order = {
    kind: 'payOut',
    purpose: 'withdrawal',
    subjectId: id,
    fromAccountId: customerId,
    providerBankAccountId: bankAccount.providerIbanId,
    amountCents,
    comment: `Withdrawal ${id}`,
    at,
  } as const;
  const sides = { withdrawal: heldFor('WITHDRAWAL', amountCents) };
  if (feeCents === 0) return draftPayment({ order, sides });
  return draftPayment({ order, sides: { ...sides, fee: { ...heldFor('WITHDRAWAL_FEE', feeCents), isPaidLater: true } } });
}

/** With the address that the investor has signed in with. */
type NewWithdrawal = {
  checked: CheckedWithdrawal & Payee & { email: string };
  codeClaim: string;
  idempotency: IdempotencyClaim | undefined;
};

/** Writes transactions, holds, payment, mail and withdrawal together (withdrawals.md#what-is-written-together). */
async function write(db: Database | Tx, { jobs }: Pick<Deps, 'jobs'>, { checked, codeClaim, idempotency }: NewWithdrawal) {
  const outcome = await insertWithdrawal(db, checked, {
    codeClaim,
    mail: { queue: sendEmailJob.name, data: initiatedMail(checked) },
    key: keyOfClaim(idempotency, undefined),
  });
  if (outcome === 'placed') jobs.announce(db, sendEmailJob);
  return outcome;
}

/** The same with the invoice of its fee, whose number is taken after all locks but that of the key (ADR 0013). */
async function writeWithInvoice(deps: Deps, { checked, codeClaim, idempotency }: NewWithdrawal) {
  return inIdempotentTransaction(
    deps.db,
    idempotency,
    async (tx) => {
      const outcome = await write(tx, deps, { checked, codeClaim, idempotency: undefined });
      if (outcome === 'placed') await setInvoice(tx, checked.id, await issueFeeInvoice(tx, deps, checked));
      return outcome;
    },
    (outcome) => (outcome === 'placed' ? { body: undefined } : undefined),
  );
}

function initiatedMail(checked: NewWithdrawal['checked']): Mail<'withdrawal-initiated'> {
  const { id, email, customer, bankAccount, amountCents, feeCents, payment } = checked;
  const firstName = customer.firstName === null ? {} : { firstName: customer.firstName };
  const { ibanEnd } = bankAccount;
  return {
    to: email,
    template: 'withdrawal-initiated',
    data: { amountCents, feeCents, ibanEnd, requestedAt: payment.at.toString(), reference: id, ...firstName },
  };
}

/** `, au-delà d’un retrait gratuit en douze mois`; nothing where none is free. */
function beyondFree(free: number): string {
  if (free === 0) return '';
  return `, au-delà ${free === 1 ? 'd’un retrait gratuit' : `de ${free} retraits gratuits`} en douze mois`;
}

/** Issues the invoice of the fee; returns its id. */
async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { id, customer, amountCents, payment: { at } }: CheckedWithdrawal,
): Promise<string> {
  const { WITHDRAW_FREE_PER_YEAR, WITHDRAWAL_FEE_EXCL_TAX_CENTS, VAT_RATE_BPS } = deps.config;
  const day = longDay(parisDate(at));
  const invoice = await issueInvoice(tx, deps, {
    party: { customerId: customer.id },
    reason: 'withdrawal-fee',
    subjectId: id,
    lines: [
      {
        label: `Frais de retrait : ${formatEuros(amountCents)} le ${day}${beyondFree(WITHDRAW_FREE_PER_YEAR)}`,
        amountExclTaxCents: WITHDRAWAL_FEE_EXCL_TAX_CENTS,
        vatBps: VAT_RATE_BPS,
      },
    ],
    note: `Montant prélevé sur votre portefeuille. Référence du retrait : ${id}`,
    at,
  });
  return invoice.invoiceId;
}

/**
 * GET /customers/provider/withdraw/terms: what a withdrawal would cost now, and how much can be withdrawn at most.
 * By our books: the withdrawal itself asks the provider too.
 */
export async function readWithdrawalTerms(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { customerId, amountCents }: { customerId: CustomerId; amountCents: Cents | undefined },
): Promise<Static<typeof WithdrawalTerms>> {
  const [customer, { availableCents }, { freeCount, withdrawnCents }] = await Promise.all([
    findCustomer(db, customerId),
    readWallet(db, customerId),
    readUsage(db, customerId, usageWindow(clock.now())),
  ]);
  if (!customer) throw new AppError(FORBIDDEN);
  const isFeeDue = freeQuota(freeCount, config.WITHDRAW_FREE_PER_YEAR).shouldApplyFee;
  return withdrawalTerms({
    isFeeDue,
    fee: { exclTaxCents: config.WITHDRAWAL_FEE_EXCL_TAX_CENTS, vatBps: config.VAT_RATE_BPS },
    availableCents,
    withdrawnCents,
    maxCentsPerDay: config.FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY,
    // The fee is invoiced.
    hasRights: transactionRights(customer) === 'all' && (!isFeeDue || isNamed(customer)),
    amountCents,
  });
}
