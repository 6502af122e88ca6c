// Shows a second factor in a session: at its sign-in, and again before money moves. Also what the page of the own security reads first.

import { isFactorRequired } from '../../../config/security.ts';
import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findFactorShownAt, markFactorShown } from '../session/index.ts';
import { FACTOR_PROOF_IS_WRONG } from './errors.ts';
import { type Shower, takeProof } from './proofs.ts';
import { countRecoveryCodes, findAuthenticator, findPasskeys, lockFactorsOf, saveChallenge } from './queries.ts';
import { CHALLENGE_MINUTES } from './rules.ts';
import type { FactorProof, Security } from './schemas.ts';
import { assertionOptions } from './webauthn.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

// GET /administration/security

export async function readSecurity(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { userId, sessionId }: Pick<Shower, 'userId' | 'sessionId'>,
): Promise<Security> {
  const passkeys = await findPasskeys(db, userId);
  const app = await findAuthenticator(db, userId);
  const shownAt = await findFactorShownAt(db, sessionId);
  const isRequired = isFactorRequired(config);
  const factors = [
    ...passkeys.map((passkey) => ({ ...passkey, kind: 'passkey' as const })),
    ...(app ? [{ ...app, kind: 'authenticator' as const, name: '' }] : []),
  ];
  const state = factors.length === 0 ? (isRequired ? 'to-register' : 'open') : shownAt === null ? 'to-show' : 'open';
  return {
    state,
    isRequired,
    kinds: [...new Set(factors.map(({ kind }) => kind))],
    factors:
      state === 'open'
        ? factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
            ...{ id, kind, name },
            ...{ createdAt: createdAt.toString(), lastUsedAt: lastUsedAt?.toString() ?? null },
          }))
        : [],
    recoveryCodesLeft: state === 'open' ? await countRecoveryCodes(db, userId) : 0,
    shownAt: shownAt?.toString() ?? null,
    askedAgainAfterSeconds: config.ADMINISTRATOR_FACTOR_ASKED_AGAIN_SECONDS,
  };
}

// POST /administration/security/challenge

/** What a passkey signs, for one purpose and once. */
export async function challengePasskey(
  deps: Pick<Deps, 'db' | 'clock'>,
  { shower, purpose }: { shower: Shower; purpose: 'show-factor' | 'change-factors' },
): Promise<{ options: object }> {
  const { options, challenge } = await assertionOptions(shower.site, await findPasskeys(deps.db, shower.userId));
  const expiresAt = deps.clock.now().add({ minutes: CHALLENGE_MINUTES });
  await inTransaction(deps.db, (tx) =>
    saveChallenge(tx, { sessionId: shower.sessionId, purpose, content: challenge, expiresAt }),
  );
  return { options };
}

// POST /administration/security/show

/** Errors: `factors.wrong-proof`, `too-many-requests`. */
export async function showFactor(
  deps: Deps,
  { shower, proof, audit }: { shower: Shower; proof: FactorProof; audit: RouteAudit },
): Promise<void> {
  const isRight = await inTransaction(deps.db, async (tx) => {
    await lockFactorsOf(tx, shower.userId);
    if (!(await takeProof(tx, deps, shower, { proof, purpose: 'show-factor' }))) return false;
    const at = deps.clock.now();
    await markFactorShown(tx, { sessionId: shower.sessionId, at });
    if (proof.kind === 'recovery-code')
      await recordAdminAction(tx, { ...audit, target: { type: 'administrator', id: shower.userId }, at });
    return true;
  });
  if (!isRight) throw new AppError(FACTOR_PROOF_IS_WRONG);
}
