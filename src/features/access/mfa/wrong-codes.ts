// Wrong codes of an account, over all its actions and a day: each code dies with its fifth, and new ones can be asked for all day long.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, TOO_MANY_REQUESTS } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { countGuess, EVERYWHERE, guessDigest, secondsUntilOpen } from '../session/index.ts';
import { countWrongCode, type MfaContext } from './queries.ts';
import { type ContextKey, ownerIdOf } from './rules.ts';

type Deps = Pick<AppDeps, 'config'>;

function counterOf(secret: string, key: ContextKey) {
  const account = guessDigest(ownerIdOf(key), secret);
  return { account, guessed: 'confirmation-code', source: EVERYWHERE } as const;
}

/** With the context locked, before its code is compared. Error: `too-many-requests` while the next code waits. */
export async function assertMayGuess(tx: Tx, deps: Deps, key: ContextKey): Promise<void> {
  const seconds = await secondsUntilOpen(tx, counterOf(deps.config.SESSION_SECRET, key));
  if (seconds <= 0) return;
  const detail = `Too many wrong codes today; the next one can be tried in ${Math.ceil(seconds)} seconds.`;
  throw new AppError(TOO_MANY_REQUESTS, { detail });
}

/** Counts a wrong code, of its context and of the account. The caller must let `tx` commit before it refuses. */
export async function countWrong(tx: Tx, deps: Deps, context: MfaContext): Promise<void> {
  await countWrongCode(tx, context);
  await countGuess(tx, counterOf(deps.config.SESSION_SECRET, context));
}
