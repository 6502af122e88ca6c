// The passkeys of an investor: shown with the trusted devices, registered, named and removed. What adds or removes one is confirmed as what it replaces was
// (access.md#passkeys-of-investors).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../customers/index.ts';
import { addPasskey, deleteFactor, findPasskeys, lockFactorsOf, renamePasskey, type Site } from '../factors/index.ts';
import { claimTfa, consumeTfa, credentialChanged, releaseTfa } from '../mfa/index.ts';
import { findTrustedDevices, forgetTrustedDevices } from '../session/index.ts';
import type { InvestorSecurity, NewInvestorPasskey } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** In which session, and on the pages of which site. */
export type Investor = { customerId: CustomerId; userId: string; sessionId: string; email: string; site: Site };

// GET /customers/security

export async function readInvestorSecurity({ db }: Pick<Deps, 'db'>, userId: string): Promise<InvestorSecurity> {
  const passkeys = await findPasskeys(db, userId);
  const devices = await findTrustedDevices(db, { userId, now: Temporal.Now.instant() });
  return {
    passkeys: passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
      ...{ id, name, isSynced },
      ...{ createdAt: createdAt.toString(), lastUsedAt: lastUsedAt?.toString() ?? null },
    })),
    trustedDevices: devices.map(({ trustedAt, until }) => ({ trustedAt: trustedAt.toString(), until: until.toString() })),
  };
}

// DELETE /customers/security/trusted-devices

export async function forgetDevices({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await inTransaction(db, (tx) => forgetTrustedDevices(tx, userId));
}

// POST /customers/security/passkeys

/** Errors: `2fa-code.invalid`, `2fa-code.in-use`, `factors.registration-failed`, `factors.too-many`. */
export async function registerInvestorPasskey(
  deps: Deps,
  { by, tfa, passkey }: { by: Investor; tfa: string; passkey: NewInvestorPasskey },
): Promise<{ id: string }> {
  return changed(deps, { by, tfa, action: 'passkey-registration' }, async (tx) => ({
    id: await addPasskey(tx, by, { ...passkey, at: deps.clock.now() }),
  }));
}

// DELETE /customers/security/passkeys/:passkeyId

/** Errors: `2fa-code.invalid`, `2fa-code.in-use`, `not-found`. */
export async function removeInvestorPasskey(
  deps: Deps,
  { by, tfa, passkeyId }: { by: Investor; tfa: string; passkeyId: string },
): Promise<void> {
  await changed(deps, { by, tfa, action: 'passkey-removal' }, async (tx) => {
    if (!(await deleteFactor(tx, { userId: by.userId, id: passkeyId }))) throw new AppError(NOT_FOUND);
  });
}

/** One transaction changes the passkeys, takes the code, and ends what was opened before; a refusal gives the code back. */
async function changed<T>(
  deps: Deps,
  { by, tfa, action }: { by: Investor; tfa: string; action: 'passkey-registration' | 'passkey-removal' },
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { customerId, userId, sessionId } = by;
  const claim = await claimTfa(deps, { customerId, action, code: tfa });
  try {
    return await inTransaction(deps.db, async (tx) => {
      await lockCustomer(tx, customerId);
      await lockFactorsOf(tx, userId);
      const result = await change(tx);
      await consumeTfa(tx, claim);
      await credentialChanged(tx, deps, { userId, by: action, session: sessionId });
      return result;
    });
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, claim));
    throw error;
  }
}

// PATCH /customers/security/passkeys/:passkeyId

/** Error: `not-found`. */
export async function renameInvestorPasskey(
  { db }: Pick<Deps, 'db'>,
  passkey: { userId: string; id: string; name: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await renamePasskey(tx, passkey))) throw new AppError(NOT_FOUND);
  });
}
