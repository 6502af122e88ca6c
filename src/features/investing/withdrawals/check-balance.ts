// Step 3 of a withdrawal: what the provider has and what our books say must agree, else no money leaves.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWalletWithPostings } from '../../../money/ledger/index.ts';
import { sumSentFrom } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { ACCOUNT_IS_BEING_VERIFIED, freezeCustomer, mailInvestor } from '../../access/customers/index.ts';
import { BALANCE_MISMATCH, FETCH_BALANCE_AT_PROVIDER_FAILED } from './errors.ts';
import { type Books, isMismatch } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments'>;
type Input = { customerId: string; endUser: { address: string; userAgent: string | undefined } };

/** Looks before money that is on the move counts as a contradiction. */
const MAX_LOOKS = 4;

/**
 * Compares both balances. They are read one after the other, so money that moves in between looks like a mismatch: only one
 * that is seen while our books stood still around the reading of the provider counts (A-withdrawals-3). It freezes the
 * customer in a transaction of its own, which outlives the refusal (withdrawals.md#balance-check). Books that move at every look
 * prove nothing against
 * the customer, and nothing for them: nobody is frozen and nothing leaves.
 * Errors: `customer.fetch-balance-at-provider-failed`, `customer.rights.account-is-being-verified` (the provider blocks the
 * wallet and its notification is still on its way), `InternalServerError` after the freeze, or when the last look is no proof.
 */
export async function checkBalance(deps: Deps, input: Input): Promise<void> {
  let before: Books | undefined;
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const providerCents = await readProviderBalance(deps, input);
    const books = await readBooks(deps, input.customerId);
    if (!isMismatch(books, providerCents)) return;
    if (before && isSame(before, books)) return freeze(deps, input.customerId, books, providerCents);
    before = books;
  }
  throw new AppError(BALANCE_MISMATCH, { detail: 'Your balance is changing. Try again in a moment.' });
}

async function readProviderBalance(deps: Deps, { customerId, endUser }: Input): Promise<number> {
  const account = await deps.payments.getAccount(customerId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!account.ok) throw new AppError(FETCH_BALANCE_AT_PROVIDER_FAILED, { cause: account });
  if (account.value.blocked) throw new AppError(ACCOUNT_IS_BEING_VERIFIED, { detail: 'Your account is being verified.' });
  return account.value.balanceCents;
}

/** Orders under way first: one that is settled between the two readings is then counted too often, never too seldom. */
async function readBooks({ db }: Deps, customerId: string): Promise<Books> {
  const sentCents = await sumSentFrom(db, customerId);
  const { stored, posted } = await readWalletWithPostings(db, customerId);
  return {
    availableCents: stored.availableCents,
    heldCents: stored.heldCents,
    postedAvailableCents: posted.availableCents,
    postedHeldCents: posted.heldCents,
    sentCents,
  };
}

function isSame(a: Books, b: Books): boolean {
  return a.availableCents === b.availableCents && a.heldCents === b.heldCents && a.sentCents === b.sentCents;
}

async function freeze(deps: Deps, customerId: string, books: Books, providerCents: number): Promise<never> {
  const { availableCents, heldCents, sentCents } = books;
  const reason = `Chez le prestataire ${formatEuros(providerCents)} ; dans nos livres ${formatEuros(availableCents)} disponibles et ${formatEuros(heldCents)} retenus, dont ${formatEuros(sentCents)} en route.`;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const isNew = await freezeCustomer(tx, { customerId, source: 'balance-mismatch', reason, at });
    if (!isNew) return;
    await mailInvestor(tx, deps, { customerId, template: 'account-frozen', data: { frozen: true, changedAt: at.toString() } });
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le client ${customerId} a demandé un retrait et il est gelé : les soldes ne concordent pas. ${reason}`,
    });
  });
  throw new AppError(BALANCE_MISMATCH, { detail: 'Your account must be checked before money can leave it.' });
}
