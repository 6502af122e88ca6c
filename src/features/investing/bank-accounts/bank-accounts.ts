// An investor's bank accounts: listed with their status at the provider, and removed.

import type { Static } from 'typebox';
import { dataCipher } from '../../../core/data-cipher.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { claimTfa, consumeTfa, releaseTfa, type TfaClaim } from '../../access/mfa/index.ts';
import { BANK_ACCOUNT_NOT_FOUND, WITHDRAWAL_OPEN } from './errors.ts';
import { unregisterBankAccountJob } from './jobs.ts';
import {
  changeStatus,
  hasOpenWithdrawal,
  listAll,
  listPage,
  lockAddedSince,
  lockBankAccount,
  setRegistration,
  type VisibleBankAccount,
} from './queries.ts';
import { changesOf, isRemoved, maskIban, payableFromOf } from './rules.ts';
import type { BankAccountsPage, BankAccountView } from './schemas.ts';

/**
 * Newest first, IBANs masked. When the provider does not answer, the stored statuses are returned. Error: `validation-failed` for
 * an invalid cursor.
 */
export async function listBankAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof BankAccountsPage>> {
  const { customerId, limit, cursor } = input;
  const after = decodeCursor(cursor);
  await syncBankAccounts(deps, customerId);
  const rows = await listPage(deps.db, dataCipher(deps.config), customerId, { after, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => toBankAccountView(deps, row, maskIban(row.iban)),
  );
}

/** `shownIban`: the whole or the masked IBAN, as the endpoint requires. */
export function toBankAccountView(
  { config }: Pick<AppDeps, 'config'>,
  row: VisibleBankAccount,
  shownIban: string,
): Static<typeof BankAccountView> {
  const { id, kind, bic, holder, status, createdAt } = row;
  const payableFrom = payableFromOf(row, config.FRAUD_NEW_IBAN_DELAY_HOURS);
  const dates = { createdAt: createdAt.toString(), payableFrom: payableFrom?.toString() ?? null };
  return { id, kind, iban: shownIban, bic, holder, status, ...dates };
}

// Copies the provider's statuses of an investor's bank accounts: after a notification, before a list and before a withdrawal.

/**
 * A row without an id at the provider (the answer to its registration was lost) is matched by IBAN. Returns false when the
 * provider did not answer, which is logged: the caller may retry later.
 */
export async function syncBankAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>,
  customerId: CustomerId,
): Promise<boolean> {
  const cipher = dataCipher(deps.config);
  const known = await listAll(deps.db, cipher, customerId);
  if (known.length === 0) return true;
  const listed = await deps.payments.listBankAccounts(customerId);
  if (!listed.ok) {
    deps.log.warn({ customerId, failure: listed.kind, reason: listed.message }, 'bank accounts not read at the provider');
    return false;
  }
  const found = listed.value;
  if (changesOf(known, found).length === 0) return true;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    for (const change of changesOf(await listAll(tx, cipher, customerId), found)) {
      const { id, from, to } = change;
      if (change.registeredAs !== undefined) {
        await setRegistration(tx, id, { providerIbanId: change.registeredAs, status: to, at });
        continue;
      }
      const isChanged = await changeStatus(tx, id, { from, to, at });
      if (isChanged && (to === 'activated' || to === 'refused'))
        await mailInvestor(tx, deps, {
          customerId,
          template: 'bank-account-checked',
          data: { outcome: to, ibanEnd: change.iban.slice(-4) },
        });
    }
  });
  return true;
}

// DELETE /customers/provider/payment-method/:bankAccountId: the investor removes a bank account.

/**
 * Claims the code of header `tfa`, then locks the customer, as a withdrawal does: no withdrawal to the account is open, and none can start
 * meanwhile. A job of the same transaction removes the account at the provider, and its owner is notified. A refusal releases the code.
 * Errors: those of the code, `bank-account.not-found`, `bank-account.withdrawal-open`.
 */
export async function removeBankAccount(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  { tfa, ...key }: { customerId: CustomerId; bankAccountId: string; tfa: string },
): Promise<void> {
  const claim = await claimTfa(deps, { customerId: key.customerId, action: 'bank-account-removal', code: tfa });
  try {
    await remove(deps, key, claim);
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, claim));
    throw error;
  }
}

async function remove(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  key: { customerId: CustomerId; bankAccountId: string },
  claim: TfaClaim,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, key.customerId);
    const account = await lockBankAccount(tx, key);
    if (!account) throw new AppError(BANK_ACCOUNT_NOT_FOUND);
    await consumeTfa(tx, claim);
    if (isRemoved(account.status)) return;
    if (await hasOpenWithdrawal(tx, account.id)) throw new AppError(WITHDRAWAL_OPEN);
    const at = deps.clock.now();
    await changeStatus(tx, account.id, { from: account.status, to: 'removing', at });
    await deps.jobs.enqueue(tx, unregisterBankAccountJob, { bankAccountId: account.id });
    await mailInvestor(tx, deps, {
      customerId: key.customerId,
      template: 'bank-account-removed',
      data: { ibanEnd: account.ibanEnd, removedAt: at.toString() },
    });
  });
}

/**
 * For an account that is given back to its former address, with the customer locked: hides the bank accounts that were added `since`; a
 * job has the provider forget them. A withdrawal that was sent to one takes its course.
 */
export async function forgetBankAccounts(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { customerId, since }: { customerId: CustomerId; since: Temporal.Instant },
): Promise<void> {
  for (const { id, status } of await lockAddedSince(tx, customerId, since)) {
    await changeStatus(tx, id, { from: status, to: 'removing', at: deps.clock.now() });
    await deps.jobs.enqueue(tx, unregisterBankAccountJob, { bankAccountId: id });
  }
}
