// POST /customers/provider/payment-method: registers a bank account to withdraw to; the provider activates
// it later (A-bank-accounts-6).

import type { Static } from 'typebox';
import { dataCipher } from '../../../core/data-cipher.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, hasCode, INTERNAL_ERROR, TEMPORARILY_UNAVAILABLE, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { claimTfa, consumeTfa, findDelayEnd, releaseTfa, TFA_CODE_INVALID, type TfaClaim } from '../../access/mfa/index.ts';
import { isDepositIban } from '../wallet/index.ts';
import { toBankAccountView } from './bank-accounts.ts';
import { DEPOSIT_ACCOUNT, PROVIDER_ACCOUNT_REQUIRED, REFUSED_BY_PROVIDER } from './errors.ts';
import { unregisterBankAccountJob } from './jobs.ts';
import {
  abandonRegistration,
  type BankAccountRow,
  changeStatus,
  findByIban,
  openRegistration,
  setRegistration,
  type VisibleBankAccount,
} from './queries.ts';
import {
  type BankDetails,
  findRegistration,
  isRemoved,
  isTerminal,
  isVirtualIban,
  type ListedBankAccount,
  readBankDetails,
  statusOf,
} from './rules.ts';
import type { BankAccountView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** What the investor entered; `tfa`: the code of the header of that name; `endUser` is passed to the provider. */
export type AddBankAccountInput = {
  customerId: CustomerId;
  tfa: string | undefined;
  iban: string;
  bic?: string;
  holder: string;
  endUser: { address: string; userAgent: string | undefined };
};

/**
 * 1. validate the details; 2. claim the code; 3. refuse an IBAN of a deposit account (A-bank-accounts-8); 4. write the intent;
 * 5. register the account at the provider, outside any transaction, unless it is registered there already; 6. write the outcome
 * and consume the code. A failure releases the code, and a repeated request continues where this one stopped. Adding the same
 * IBAN twice returns the existing account.
 */
export async function addBankAccount(deps: Deps, input: AddBankAccountInput): Promise<Static<typeof BankAccountView>> {
  const details = readBankDetails(input);
  if ('faults' in details) throw new AppError(VALIDATION_FAILED, details);
  const claim = await claimTfa(deps, { customerId: input.customerId, action: 'bank-account-creation', code: input.tfa });
  try {
    const row = await register(deps, input, details, claim);
    return toBankAccountView(deps, row, row.iban);
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
): Promise<VisibleBankAccount> {
  const { customerId } = input;
  const cipher = dataCipher(deps.config);
  if (await isDepositIban(deps.db, cipher, details.iban)) throw new AppError(DEPOSIT_ACCOUNT);
  const known = await findByIban(deps.db, cipher, { customerId, iban: details.iban });
  if (known?.providerIbanId != null && !isTerminal(known.status)) {
    const visible = visibleOf(known);
    await inTransaction(deps.db, async (tx) => consumeTfa(tx, claim));
    return visible;
  }
  // The list comes first: it tells whether the investor has a wallet, and whether an earlier attempt without an answer succeeded.
  const listed = await deps.payments.listBankAccounts(customerId, contextOf(input));
  if (!listed.ok) throw listed.kind === 'not-found' ? new AppError(PROVIDER_ACCOUNT_REQUIRED) : unknownOutcome(listed);
  // A virtual IBAN whose creation was never answered is known only to the provider.
  if (isVirtualIban(listed.value, details.iban)) throw new AppError(DEPOSIT_ACCOUNT);
  const row = visibleOf(await openDelayed(deps, customerId, details));
  const registration = findRegistration(listed.value, details.iban) ?? (await registerAtProvider(deps, input, row));
  return confirm(deps, { customerId, row, registration, claim }).catch(async (error: unknown) => {
    if (hasCode(error, TFA_CODE_INVALID)) await takeBack(deps, row.id);
    throw error;
  });
}

type Registered = { customerId: CustomerId; row: VisibleBankAccount; registration: Registration; claim: TfaClaim };

async function confirm(deps: Deps, { customerId, row, registration, claim }: Registered): Promise<VisibleBankAccount> {
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

/** The code has ended while the provider was asked, as a credential was replaced: what it has registered is forgotten again. */
async function takeBack(deps: Deps, bankAccountId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await abandonRegistration(tx, bankAccountId, deps.clock.now()))
      await deps.jobs.enqueue(tx, unregisterBankAccountJob, { bankAccountId });
  });
}

/** With the customer locked, as a replacement of a credential locks it: the account is added before the replacement, or delayed by it. */
async function openDelayed(deps: Deps, customerId: CustomerId, details: BankDetails): Promise<BankAccountRow> {
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const at = deps.clock.now();
    const payableFrom = await findDelayEnd(tx, deps, { customerId, at });
    return openRegistration(tx, dataCipher(deps.config), { ...details, customerId, payableFrom, at });
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

/** The account as it may be shown. Error: `temporarily-unavailable` while its removal at the provider is under way. */
function visibleOf({ status, ...row }: BankAccountRow): VisibleBankAccount {
  if (isRemoved(status)) throw new AppError(TEMPORARILY_UNAVAILABLE);
  return { ...row, status };
}

/** The provider may or may not have the account: the row stays `waiting` until its list is read again. */
function unknownOutcome(failure: ProviderFailure): AppError {
  return new AppError(INTERNAL_ERROR, { cause: failure });
}

function contextOf({ endUser }: AddBankAccountInput) {
  return { userAddress: endUser.address, userAgent: endUser.userAgent };
}
