// How an account becomes more than a user: the customer row of an investor, and administrators, made on the command line only.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertCustomerOnce, welcomeInvestor } from '../customers/index.ts';
import { createPasswords } from './passwords.ts';
import { findPasswordHash, findUserByEmail, insertAdministrator, updatePasswordHash } from './queries.ts';
import { isGuessable, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';

// Creates the customer row of a user: at sign-up, or at the first request when the sign-up was interrupted.

/** Id of the user's customer, created when there is none. Idempotent, also for concurrent calls. */
export async function ensureCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  user: { userId: string; name: string; emailVerified: boolean },
): Promise<CustomerId> {
  return inTransaction(deps.db, async (tx) => {
    const customerId = await insertCustomerOnce(tx, {
      ...user,
      onboardingVersion: deps.config.ONBOARDING_OF_NEW_CUSTOMERS,
      at: deps.clock.now(),
    });
    if (user.emailVerified) await welcomeInvestor(tx, deps, user.userId);
    return customerId;
  });
}

// `npm run admin -- create`: the only way to create an administrator account.

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/**
 * Creates an administrator, or sets another password of an existing one and ends their sessions. Throws for an investor's address, as
 * nobody has both roles, for a malformed address and for a password that is too short, too long or too common.
 */
export async function createAdministrator(
  deps: Pick<AppDeps, 'config' | 'db' | 'clock' | 'onPasswordReplaced'>,
  administrator: { email: string; password: string; name: string },
): Promise<'created' | 'updated' | 'unchanged'> {
  const { email, password, name } = administrator;
  if (!EMAIL.test(email)) throw new Error(`${email} is not an email address`);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new Error(`the password needs ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  if (isGuessable(password, email)) throw new Error('the password is one of the first that would be guessed');
  const passwords = createPasswords(deps.config);
  const present = await findPasswordHash(deps.db, email.toLowerCase());
  const isPresent = present !== null && (await passwords.verify({ hash: present, password }));
  const passwordHash = await passwords.hash(password);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const known = await findUserByEmail(tx, email);
    if (known && known.role !== 'admin')
      throw new Error(`${email} belongs to an investor; an administrator needs another address`);
    if (known && isPresent) return 'unchanged';
    const userId = known?.id ?? (await insertAdministrator(tx, { email, name, at }));
    await updatePasswordHash(tx, { userId, passwordHash, at });
    if (known) await deps.onPasswordReplaced(tx, { userId, by: 'admin-create' });
    return known ? 'updated' : 'created';
  });
}
