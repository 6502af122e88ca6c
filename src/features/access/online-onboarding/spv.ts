// The onboarding of an SPV by administrators.

import { recordAdminAction } from '../../../core/audit.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import type { OnboardingApplicant } from '../../../providers/payments/index.ts';
import { findSpv, lockSpv, writeWallet } from '../../projects/spvs/index.ts';
import { missing, personOf } from './applicant-rules.ts';
import { ONBOARDING_V2_IS_NOT_ENABLED } from './errors.ts';
import { type FollowDeps, followNow } from './follow.ts';
import { type EndUser, openPath } from './open-path.ts';
import { findPath, openPathRow } from './queries.ts';
import { readRegistrationDate } from './registration-date.ts';
import { ALPHA3_OF_SPV_COUNTRY, toHolderPath } from './rules.ts';
import type { AdministrationOnboarding, NewSpvOnboarding } from './schemas.ts';

// POST /administration/spv/:id/onboarding: the file of an SPV at the provider, and the link for its representative.

type Deps = FollowDeps & Pick<AppDeps, 'config' | 'registry'>;

/**
 * 1. ask the provider whether it has the wallet, and check what the account is opened with; 2. under the lock: the SPV's wallet, whose id is its own where it had none, and one path;
 * 3. the account, once, and the link for its representative. Errors: `not-found`, `validation-failed`, `onboarding.v2-is-not-enabled` (the
 * wallet is open already), those of {@link openPath}.
 */
export async function startSpvOnboarding(
  deps: Deps,
  input: { audit: RouteAudit; endUser: EndUser } & { spvId: SpvId; body: NewSpvOnboarding },
): Promise<AdministrationOnboarding> {
  const { spvId, body, audit, endUser } = input;
  const spv = await findSpv(deps.db, spvId);
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  const known = await findPath(deps.db, { spvId });
  // What is stored of its wallet may not be there yet.
  if (!known && spv.providerExternalId !== null) await followNow(deps, { spvId, accountId: spv.providerExternalId });
  const { registration } = body;
  const country = ALPHA3_OF_SPV_COUNTRY[spv.country] ?? spv.country;
  const representative = registration && personOf(registration.representative, 'body/registration/representative');
  const registrationDate = registration && (await readRegistrationDate(deps, registration, 'body/registration/registrationDate'));
  if (!registration && !known?.providerAccountId) throw missing('body/registration');
  const path = await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const locked = await lockSpv(tx, spvId);
    if (!locked) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
    if (!known && locked.providerStatus !== null) throw new AppError(ONBOARDING_V2_IS_NOT_ENABLED);
    if (locked.providerExternalId === null) await writeWallet(tx, spvId, spvId);
    const walletId = locked.providerExternalId ?? spvId;
    await recordAdminAction(tx, { ...audit, target: { type: 'spv', id: spvId }, payload: { walletId }, at });
    return openPathRow(tx, { spvId }, { walletId, kind: 'company', at });
  });
  const applicantOf = async (): Promise<OnboardingApplicant> => {
    if (!registration || !representative) throw missing('body/registration');
    const { registrationNumber } = registration;
    const entity = { name: spv.name, registrationNumber, country, ...(registrationDate ? { registrationDate } : {}) };
    return {
      walletId: path.walletId,
      activity: deps.config.ONBOARDING_ACTIVITY,
      profile: deps.config.ONBOARDING_OWNER_PROFILE,
      kind: 'company',
      entity,
      representative,
    };
  };
  const redirectUrl = `${deps.config.PUBLIC_URL.replace(/\/$/, '')}/console/content/spvs`;
  await openPath(deps, path.id, { applicantOf, redirectUrl, endUser });
  return readSpvOnboarding(deps, spvId);
}

// GET /administration/spv/:id/onboarding: the stored path of an SPV.

/** Error: `not-found`. */
export async function readSpvOnboarding(deps: Pick<AppDeps, 'db'>, spvId: SpvId): Promise<AdministrationOnboarding> {
  const [spv, path] = await Promise.all([findSpv(deps.db, spvId), findPath(deps.db, { spvId })]);
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  return toHolderPath(path, { ...spv, readAt: spv.providerReadAt });
}
