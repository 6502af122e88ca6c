// The balance check of a withdrawal: no money leaves unless the provider's balance and our books agree.

import { type Cents, formatEuros } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWalletWithPostings, type VersionedWallet } from '../../../money/ledger/index.ts';
import { sumSentFrom } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED, freezeCustomer, mailInvestor } from '../../access/customers/index.ts';
import { stopWithdrawals } from './cancel.ts';
import { BALANCE_MISMATCH, FETCH_BALANCE_AT_PROVIDER_FAILED } from './errors.ts';
import { type Books, isMismatch } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>;
type Input = { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } };

/** Attempts to read both balances without a change of our books in between. */
const MAX_READINGS = 4;

/**
 * The balances are read one after the other, so that money which moves in between looks like a mismatch. A mismatch counts only
 * when our books are the same before and after the reading of the provider (A-withdrawals-3). It freezes the customer, in a
 * separate transaction that the refusal does not roll back (withdrawals.md#balance-check). When the books change at every
 * reading the withdrawal is refused, and the customer is not frozen. Errors: `customer.fetch-balance-at-provider-failed`,
 * `customer.rights.account-is-being-verified` (the provider has blocked the wallet and its notification has not arrived yet),
 * `InternalServerError` after the freeze, or without a stable reading. Returns the wallet that it has found right.
 */
export async function checkBalance(deps: Deps, input: Input): Promise<VersionedWallet> {
  let previous: Books | undefined;
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const providerCents = await readUnblockedBalance(deps, input);
    const { books, wallet } = await readBooks(deps, input.customerId);
    if (!isMismatch(books, providerCents)) return wallet;
    if (previous && isSame(previous, books)) return freeze(deps, input.customerId, books, providerCents);
    previous = books;
  }
  throw new AppError(BALANCE_MISMATCH, { detail: 'Your balance is changing. Try again in a moment.' });
}

/** The balance at the provider in cents; throws for a blocked wallet. */
async function readUnblockedBalance(deps: Deps, { customerId, endUser }: Input): Promise<Cents> {
  const account = await deps.payments.getAccount(customerId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!account.ok && account.kind === 'not-found')
    throw new AppError(ACCOUNT_NOT_COMPLETED, { detail: 'Your wallet is not open.' });
  if (!account.ok) throw new AppError(FETCH_BALANCE_AT_PROVIDER_FAILED, { cause: account });
  if (account.value.blocked) throw new AppError(ACCOUNT_IS_BEING_VERIFIED, { detail: 'Your account is being verified.' });
  return account.value.balanceCents;
}

/** Reads sent payments first: one that is settled between the two readings is counted twice rather than not at all. */
async function readBooks({ db }: Deps, customerId: CustomerId): Promise<{ books: Books; wallet: VersionedWallet }> {
  const sentCents = await sumSentFrom(db, customerId);
  const { stored, posted } = await readWalletWithPostings(db, customerId);
  const books = {
    availableCents: stored.availableCents,
    heldCents: stored.heldCents,
    postedAvailableCents: posted.availableCents,
    postedHeldCents: posted.heldCents,
    sentCents,
  };
  return { books, wallet: stored };
}

function isSame(a: Books, b: Books): boolean {
  return a.availableCents === b.availableCents && a.heldCents === b.heldCents && a.sentCents === b.sentCents;
}

async function freeze(deps: Deps, customerId: CustomerId, books: Books, providerCents: Cents): Promise<never> {
  const { availableCents, heldCents, sentCents } = books;
  const reason = `Chez le prestataire ${formatEuros(providerCents)} ; dans nos livres ${formatEuros(availableCents)} disponibles et ${formatEuros(heldCents)} retenus, dont ${formatEuros(sentCents)} en route.`;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const isNew = await freezeCustomer(tx, { customerId, source: 'balance-mismatch', reason, at });
    if (!isNew) return;
    await stopWithdrawals(tx, deps, { customerId, at });
    await mailInvestor(tx, deps, { customerId, template: 'account-frozen', data: { frozen: true, changedAt: at.toString() } });
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le client ${customerId} a demandé un retrait et il est gelé : les soldes ne concordent pas. ${reason}`,
    });
  });
  throw new AppError(BALANCE_MISMATCH, { detail: 'Your account must be checked before money can leave it.' });
}
