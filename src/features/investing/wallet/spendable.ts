// What an investor may spend now: of what the books have available, as much as the provider has too. Every purchase asks here.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, notCovered, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWalletWithSent, type WalletWithSent } from '../../../money/payments/index.ts';
import { readProviderBalance, syncMoneyIn } from './provider-account.ts';

/** The balance at the provider, and the books as they were just before it was asked for; cents. */
export type FundsReading = WalletWithSent & { providerBalanceCents: Cents };

/**
 * Cents that may be spent for certain, by the books of `now`, which the caller locks or has compared again by the write; `isFinal`: no
 * other reading would say more.
 *
 * Held money is not free at the provider, unless it was sent and may have left already. A payment sent after the reading of the books may
 * have left before that of the balance, and is subtracted twice: too little, never too much. Once AVAILABLE has changed nothing is certain,
 * as the balance was compared with other holds and other wires.
 */
export function spendableNow(reading: FundsReading, now: WalletWithSent): { cents: Cents; isFinal: boolean } {
  if (reading.availableVersion !== now.availableVersion) return { cents: 0, isFinal: false };
  const freeCents = reading.providerBalanceCents + Math.min(reading.sentCents, reading.heldCents) - reading.heldCents;
  const isUnmoved = reading.heldVersion === now.heldVersion && reading.sentCents === now.sentCents;
  return {
    cents: centsOf(Math.max(Math.min(now.availableCents, freeCents), 0)),
    isFinal: isUnmoved || freeCents >= now.availableCents,
  };
}

/** Both of a {@link FundsReading}, in the order that {@link spendableNow} counts on. */
export async function readBooksThenBalance<Balance>(read: {
  readBooks: () => Promise<WalletWithSent>;
  readBalance: () => Promise<Balance>;
}): Promise<{ books: WalletWithSent; balance: Balance }> {
  const books = await read.readBooks();
  return { books, balance: await read.readBalance() };
}

/** Too little is certain, and another reading may say more. */
class MovedMeanwhile extends Error {}

/** Inside of {@link withFunds}. Throws `refusal` where the money is not there. */
export function assertSpendable(
  { reading, now }: { reading: FundsReading; now: WalletWithSent },
  { costCents, refusal }: { costCents: Cents; refusal: string },
): void {
  const { cents, isFinal } = spendableNow(reading, now);
  if (costCents <= cents) return;
  throw isFinal ? notCovered(refusal, costCents, cents) : new MovedMeanwhile('money has moved since it was read');
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** Who wants to spend how many cents; `endUser` is passed to the provider. */
type Spender = { customerId: CustomerId; costCents: Cents; endUser: { address: string; userAgent: string | undefined } };

/** Each time another payment of the same investor went on, or a wire was booked. */
const MAX_READINGS = 20;

/**
 * Reads books and balance and has `spend` check them again (`assertSpendable`) when it writes; where money has moved meanwhile, once more
 * from the reading. Errors: those of `spend` and `readProviderBalance`; `temporarily-unavailable` when it moved every time.
 */
export async function withFunds<T>(
  deps: Deps,
  spender: Spender,
  spend: (reading: FundsReading, isFirst: boolean) => Promise<T>,
): Promise<T> {
  for (let count = 1; count <= MAX_READINGS; count += 1) {
    const reading = await readFunds(deps, spender);
    try {
      return await spend(reading, count === 1);
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error;
    }
  }
  throw new AppError(TEMPORARILY_UNAVAILABLE);
}

async function readFunds(deps: Deps, spender: Spender): Promise<FundsReading> {
  const { books, balance } = await readBooksThenBalance({
    readBooks: () => readBooks(deps, spender),
    readBalance: () => readProviderBalance(deps, spender),
  });
  return { ...books, providerBalanceCents: balance };
}

/** Where the books have too little, what arrived at the provider is booked first. */
async function readBooks(deps: Deps, { customerId, costCents }: Spender): Promise<WalletWithSent> {
  const books = await readWalletWithSent(deps.db, customerId);
  if (books.availableCents >= costCents) return books;
  await syncMoneyIn(deps, customerId);
  return readWalletWithSent(deps.db, customerId);
}
