// Wrong codes of an account, over all its actions and a day: each code dies with its fifth, and new ones can be asked for all day long.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, TOO_MANY_REQUESTS } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { countGuess, EVERYWHERE, guessDigest, secondsUntilOpen } from '../session/index.ts';
import { countWrongCode, type MfaContext } from './queries.ts';
import { type ContextOwner, ownerIdOf } from './rules.ts';

type Deps = Pick<AppDeps, 'config'>;

function counterOf(secret: string, key: ContextOwner) {
  const account = guessDigest(ownerIdOf(key), secret);
  return { account, guessed: 'confirmation-code', source: EVERYWHERE } as const;
}

/** Before a code or another proof is compared, with its context locked where it has one. Error: `too-many-requests` while the next code waits. */
export async function assertMayGuess(tx: Tx, deps: Deps, key: ContextOwner): Promise<void> {
  const seconds = await secondsUntilOpen(tx, counterOf(deps.config.SESSION_SECRET, key));
  if (seconds <= 0) return;
  const detail = `Too many wrong codes today; the next one can be tried in ${Math.ceil(seconds)} seconds.`;
  throw new AppError(TOO_MANY_REQUESTS, { detail });
}

/** Counts a wrong proof that has no context, such as an assertion of a passkey. The caller must let `tx` commit before it refuses. */
export async function countWrongProof(tx: Tx, deps: Deps, owner: ContextOwner): Promise<void> {
  await countGuess(tx, counterOf(deps.config.SESSION_SECRET, owner));
}

/** Counts a wrong code, of its context and of the account. The caller must let `tx` commit before it refuses. */
export async function countWrong(tx: Tx, deps: Deps, context: MfaContext): Promise<void> {
  await countWrongCode(tx, context);
  await countGuess(tx, counterOf(deps.config.SESSION_SECRET, context));
}
