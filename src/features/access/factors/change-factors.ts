// Removes a factor, renews the recovery codes, each by a factor that is there; and the reset of all of them by somebody else.

import { isFactorRequired } from '../../../config/security.ts';
import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { credentialChanged } from '../mfa/index.ts';
import { forgetGuesses, guessDigest } from '../session/index.ts';
import { FACTOR_PROOF_IS_WRONG, LAST_FACTOR } from './errors.ts';
import { type Shower, takeProof } from './proofs.ts';
import { deleteFactor, deleteFactors, deleteRecoveryCodes, hasFactor, lockFactorsOf } from './queries.ts';
import { writeRecoveryCodes } from './register-factor.ts';
import type { FactorProof } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Asked = { shower: Shower; proof: FactorProof; audit: RouteAudit };

// POST /administration/security/factors/:factorId/removal

/** Without a factor there are no recovery codes either. Errors: `factors.wrong-proof`, `not-found`, `factors.last-one`. */
export async function removeFactor(deps: Deps, { factorId, ...asked }: Asked & { factorId: string }): Promise<void> {
  const { userId, sessionId } = asked.shower;
  await proven(deps, asked, async (tx) => {
    if (!(await deleteFactor(tx, { userId, id: factorId }))) throw new AppError(NOT_FOUND);
    const isLast = !(await hasFactor(tx, userId));
    if (isLast && isFactorRequired(deps.config)) throw new AppError(LAST_FACTOR);
    if (isLast) await deleteRecoveryCodes(tx, userId);
    await record(tx, deps, asked, { factorId });
    await credentialChanged(tx, deps, { userId, by: 'factor-removal', session: sessionId });
  });
}

// POST /administration/security/recovery-codes

/** Ten new ones; those of before are worth nothing. Errors: `factors.wrong-proof`, `not-found` without a factor. */
export async function renewRecoveryCodes(deps: Deps, asked: Asked): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = asked.shower;
  return proven(deps, asked, async (tx) => {
    if (!(await hasFactor(tx, userId))) throw new AppError(NOT_FOUND);
    const recoveryCodes = await writeRecoveryCodes(tx, deps, userId);
    await record(tx, deps, asked, {});
    await credentialChanged(tx, deps, { userId, by: 'recovery-codes', session: sessionId });
    return { recoveryCodes };
  });
}

/** A wrong proof commits, as it is counted; whatever `work` throws leaves the proof as it was. */
async function proven<T>(deps: Deps, { shower, proof }: Asked, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await inTransaction(deps.db, async (tx) => {
    await lockFactorsOf(tx, shower.userId);
    if (!(await takeProof(tx, deps, shower, { proof, purpose: 'change-factors' }))) return undefined;
    return { result: await work(tx) };
  });
  if (!done) throw new AppError(FACTOR_PROOF_IS_WRONG);
  return done.result;
}

async function record(tx: Tx, { clock }: Deps, { shower, audit }: Asked, payload: object): Promise<void> {
  const target = { type: 'administrator', id: shower.userId };
  await recordAdminAction(tx, { ...audit, target, payload: { ...payload }, at: clock.now() });
}

/** All of somebody, with the recovery codes and the count of wrong guesses. Returns how many factors there were. */
export async function takeAllFactors(tx: Tx, { config }: Pick<Deps, 'config'>, userId: string): Promise<number> {
  await lockFactorsOf(tx, userId);
  const taken = await deleteFactors(tx, userId);
  await forgetGuesses(tx, [guessDigest(userId, config.SESSION_SECRET)], ['second-factor']);
  return taken;
}

/**
 * Somebody lost them all: they are taken with every session, and the next sign-in registers a first one by a mailed code. The caller decides
 * who may, and writes the audit row. Returns how many factors there were.
 */
export async function resetFactors(tx: Tx, deps: Pick<Deps, 'clock' | 'config' | 'jobs'>, userId: string): Promise<number> {
  const taken = await takeAllFactors(tx, deps, userId);
  await credentialChanged(tx, deps, { userId, by: 'factor-reset' });
  return taken;
}
