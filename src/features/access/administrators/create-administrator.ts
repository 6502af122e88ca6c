// `npm run admin -- create`: an administrator without an invitation. The first one can be made in no other way.

import { COMMAND_LINE, recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  createPasswords,
  findPasswordHash,
  findUserByEmail,
  insertAdministrator,
  isGuessable,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  ROLES,
  type Role,
  updatePasswordHash,
} from '../session/index.ts';
import { findRoles, insertRoles, lockOwners } from './queries.ts';

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Of roles that were given or taken, here and by an owner. */
export const ROLES_AUDIT = 'ADMINISTRATOR_ROLES_UPDATE';

type Asked = { email: string; password: string; name: string; roles?: readonly string[] | undefined };

/**
 * Creates an administrator, or sets another password of an existing one and ends their sessions; gives the roles that they lack. While
 * there is no owner, whoever is made is one. Throws for an investor's address, as nobody has both roles, for a malformed address, for a
 * password that is too short, too long or too common, for unknown roles, and where a new administrator would have none.
 */
export async function createAdministrator(
  deps: Pick<AppDeps, 'config' | 'db' | 'clock' | 'onPasswordReplaced'>,
  { email, password, name, roles: asked }: Asked,
): Promise<'created' | 'updated' | 'unchanged'> {
  if (!EMAIL.test(email)) throw new Error(`${email} is not an email address`);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new Error(`the password needs ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  if (isGuessable(password, email)) throw new Error('the password is one of the first that would be guessed');
  const roles = asked === undefined ? undefined : readRoles(asked);
  const passwords = createPasswords(deps.config);
  const present = await findPasswordHash(deps.db, email.toLowerCase());
  const isPresent = present !== null && (await passwords.verify({ hash: present, password }));
  const passwordHash = await passwords.hash(password);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const owners = await lockOwners(tx);
    const known = await findUserByEmail(tx, email);
    if (known && known.role !== 'admin')
      throw new Error(`${email} belongs to an investor; an administrator needs another address`);
    const userId = known?.id ?? (await insertAdministrator(tx, { email, name, at }));
    const gave = await giveRoles(tx, { userId, roles: owners.length === 0 ? ['owner', ...(roles ?? [])] : roles, at });
    if (isPresent) return gave ? 'updated' : 'unchanged';
    await updatePasswordHash(tx, { userId, passwordHash, at });
    if (known) await deps.onPasswordReplaced(tx, { userId, by: 'admin-create', isInvestor: false });
    return known ? 'updated' : 'created';
  });
}

function readRoles(words: readonly string[]): readonly Role[] {
  return words.map((word) => {
    const role = ROLES.find((known) => known === word);
    if (role === undefined) throw new Error(`${word} is no role; there are: ${ROLES.join(', ')}`);
    return role;
  });
}

/** Gives what is lacking, and says so in the audit log. False: nothing was. */
async function giveRoles(
  tx: Tx,
  { userId, roles = [], at }: { userId: string; roles?: readonly Role[] | undefined; at: Temporal.Instant },
): Promise<boolean> {
  const before = await findRoles(tx, userId);
  const given = [...new Set(roles)].filter((role) => !before.includes(role));
  if (before.length + given.length === 0) throw new Error(`name the roles (--roles); there are: ${ROLES.join(', ')}`);
  if (given.length === 0) return false;
  await insertRoles(tx, { userId, roles: given, at });
  await recordAdminAction(tx, {
    kind: ROLES_AUDIT,
    administrator: COMMAND_LINE,
    target: { type: 'administrator', id: userId },
    payload: { given },
    at,
  });
  return true;
}
