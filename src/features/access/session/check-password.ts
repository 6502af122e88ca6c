// POST /api/auth/sign-in/email: whether the password is that of the address, asked alike whether somebody has the address or not.

import type { AppDeps } from '../../../deps.ts';
import type { Passwords } from './passwords.ts';
import { findPasswordHash } from './queries.ts';
import { NOBODYS_HASH } from './rules.ts';

/** One statement that always answers one row, and one Argon2 check, which the library's own then need not repeat (A-session-12). */
export async function checkPassword(
  { db }: Pick<AppDeps, 'db'>,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const hash = (await findPasswordHash(db, email.toLowerCase())) ?? NOBODYS_HASH;
  return passwords.verify({ hash, password });
}
