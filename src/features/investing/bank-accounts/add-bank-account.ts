// POST /customers/provider/payment-method: registers a bank account to withdraw to; the provider activates it later.

import type { Static } from 'typebox';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, TEMPORARILY_UNAVAILABLE, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { claimTfa, consumeTfa, releaseTfa, type TfaClaim } from '../../access/mfa/index.ts';
import { isDepositIban } from '../deposits/index.ts';
import { toBankAccountView } from './bank-account-view.ts';
import { DEPOSIT_ACCOUNT, PROVIDER_ACCOUNT_REQUIRED, REFUSED_BY_PROVIDER } from './errors.ts';
import {
  type BankAccountRow,
  changeStatus,
  findByIban,
  type LivingBankAccount,
  openRegistration,
  setRegistration,
} from './queries.ts';
import {
  type BankDetails,
  findRegistration,
  hasVirtual,
  isOver,
  isRemoved,
  type ListedBankAccount,
  readBankDetails,
  statusOf,
} from './rules.ts';
import type { BankAccountView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** What the investor typed, with the code of header `tfa`; `endUser` is told to the provider. */
export type AddBankAccountInput = {
  customerId: string;
  tfa: string | undefined;
  iban: string;
  bic?: string;
  holder: string;
  endUser: { address: string; userAgent: string | undefined };
};

/**
 * 1. check the details; 2. claim the code; 3. refuse an IBAN to deposit to (A-bank-accounts-8); 4. write the intent; 5. register at
 * the provider, outside any transaction, unless it has the IBAN already; 6. write the outcome and use the code up. Whatever fails
 * gives the code back, and the same request again goes on where this one stopped. The same IBAN twice gives the account that is
 * there (A-bank-accounts-1).
 */
export async function addBankAccount(deps: Deps, input: AddBankAccountInput): Promise<Static<typeof BankAccountView>> {
  const details = readBankDetails(input);
  if ('faults' in details) throw new AppError(VALIDATION_FAILED, details);
  const claim = await claimTfa(deps, { customerId: input.customerId, action: 'bank-account-creation', code: input.tfa });
  try {
    const row = await register(deps, input, details, claim);
    return toBankAccountView(row, row.iban);
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, claim));
    throw error;
  }
}

async function register(
  deps: Deps,
  input: AddBankAccountInput,
  details: BankDetails,
  claim: TfaClaim,
): Promise<LivingBankAccount> {
  const { customerId } = input;
  if (await isDepositIban(deps.db, details.iban)) throw new AppError(DEPOSIT_ACCOUNT);
  const known = await findByIban(deps.db, customerId, details.iban);
  if (known?.providerIbanId != null && !isOver(known.status)) {
    const living = livingOf(known);
    await inTransaction(deps.db, async (tx) => consumeTfa(tx, claim));
    return living;
  }
  // Asked first: it shows whether there is an account at all, and what an earlier try without an answer has left there.
  const listed = await deps.payments.listBankAccounts(customerId, contextOf(input));
  if (!listed.ok) throw listed.kind === 'not-found' ? new AppError(PROVIDER_ACCOUNT_REQUIRED) : unknownOutcome(listed);
  // One of their own that was created, and whose answer never came, is in the provider's list alone.
  if (hasVirtual(listed.value, details.iban)) throw new AppError(DEPOSIT_ACCOUNT);
  const row = livingOf(await inTransaction(deps.db, async (tx) => openRegistration(tx, customerId, details, deps.clock.now())));
  const registration = findRegistration(listed.value, details.iban) ?? (await registerAtProvider(deps, input, row));
  const { bankAccountId: providerIbanId } = registration;
  const status = statusOf(registration.status);
  return inTransaction(deps.db, async (tx) => {
    await setRegistration(tx, row.id, { providerIbanId, status, at: deps.clock.now() });
    await consumeTfa(tx, claim);
    const { iban, holder } = row;
    const data = { ibanEnd: iban.slice(-4), holder, addedAt: deps.clock.now().toString() };
    await mailInvestor(tx, deps, { customerId, template: 'bank-account-added', data });
    return { ...row, providerIbanId, status };
  });
}

type Registration = Pick<ListedBankAccount, 'bankAccountId' | 'status'>;

async function registerAtProvider(deps: Deps, input: AddBankAccountInput, row: BankAccountRow): Promise<Registration> {
  const { iban, bic, holder } = row;
  const asked = { accountId: input.customerId, iban, holder, ...(bic === null ? {} : { bic }) };
  const answer = await deps.payments.registerBankAccount(asked, contextOf(input));
  if (answer.ok) return answer.value;
  if (answer.kind === 'unavailable' || answer.kind === 'unauthorized') throw unknownOutcome(answer);
  await inTransaction(deps.db, async (tx) => changeStatus(tx, row.id, { from: 'waiting', to: 'refused', at: deps.clock.now() }));
  deps.log.info(
    { customerId: input.customerId, failure: answer.kind, providerCode: answer.code },
    'the provider refused a bank account',
  );
  throw new AppError(answer.kind === 'not-found' ? PROVIDER_ACCOUNT_REQUIRED : REFUSED_BY_PROVIDER);
}

/** Taken away a moment ago: what the provider is about to forget is not registered anew. */
function livingOf({ status, ...row }: BankAccountRow): LivingBankAccount {
  if (isRemoved(status)) throw new AppError(TEMPORARILY_UNAVAILABLE);
  return { ...row, status };
}

/** The provider may have the account or not: the row waits, and the next look at its list tells (A-bank-accounts-2). */
function unknownOutcome(failure: ProviderFailure): AppError {
  return new AppError(INTERNAL_ERROR, { cause: failure });
}

function contextOf({ endUser }: AddBankAccountInput) {
  return { userAddress: endUser.address, userAgent: endUser.userAgent };
}
