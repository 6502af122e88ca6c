// A hash that a client made is replaced by one of ours at the first sign-in with its password.

import { createAuthMiddleware } from 'better-auth/api';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Passwords } from './passwords.ts';
import { replacePasswordHash } from './queries.ts';

type Deps = Pick<AppDeps, 'clock' | 'db' | 'log'>;

/** Then its check takes the time of any other, and tells nobody that there is an account (A-session-12). */
export function renewAfterSignIn(deps: Deps, passwords: Passwords) {
  return createAuthMiddleware(async ({ context }) => {
    const userId = context.newSession?.user.id;
    const found = passwords.renewable();
    if (userId === undefined || found === undefined) return;
    await renewPassword(deps, passwords, { userId, ...found }).catch((error: unknown) => {
      deps.log.info({ err: error, userId }, 'a password keeps the hash of its client until the next sign-in');
    });
  });
}

async function renewPassword(
  deps: Deps,
  passwords: Passwords,
  { userId, hash, password }: { userId: string; hash: string; password: string },
): Promise<void> {
  const renewed = await passwords.hash(password);
  await inTransaction(deps.db, (tx) => replacePasswordHash(tx, { userId, from: hash, to: renewed, at: deps.clock.now() }));
}
