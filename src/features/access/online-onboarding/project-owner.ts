// The onboarding of a project owner by administrators.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import type { OnboardingApplicant } from '../../../providers/payments/index.ts';
import { assertCountries, missing, personOf } from './applicant-rules.ts';
import type { FollowDeps } from './follow.ts';
import { type EndUser, openPath } from './open-path.ts';
import { findOwnerName, findPath, openPathRow } from './queries.ts';
import { readRegistrationDate } from './registration-date.ts';
import { toHolderPath } from './rules.ts';
import type { AdministrationOnboarding, NewOwnerOnboarding } from './schemas.ts';

// POST /administration/project-owner/:projectOwnerId/onboarding: the file of an owner at the provider, and the link for them.

type Deps = FollowDeps & Pick<AppDeps, 'config' | 'registry'>;

/**
 * 1. check what the account is opened with; 2. one path, whose wallet has the owner's id; 3. the account, once, and the link. Errors:
 * `not-found`, `validation-failed`, those of {@link openPath}.
 */
export async function startProjectOwnerOnboarding(
  deps: Deps,
  input: { audit: RouteAudit; endUser: EndUser } & { projectOwnerId: string; body: NewOwnerOnboarding },
): Promise<AdministrationOnboarding> {
  const { projectOwnerId, body, audit, endUser } = input;
  const owner = { projectOwnerId };
  if ((await findOwnerName(deps.db, projectOwnerId)) === undefined)
    throw new AppError(NOT_FOUND, { detail: 'Project owner not found' });
  const known = await findPath(deps.db, owner);
  const { applicant } = body;
  const holder = applicant && (await ownerOf(deps, applicant));
  if (!holder && !known?.providerAccountId) throw missing('body/applicant');
  const path = await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    await recordAdminAction(tx, { ...audit, target: { type: 'project-owner', id: projectOwnerId }, payload: {}, at });
    const kind = holder?.kind ?? known?.kind ?? 'individual';
    return openPathRow(tx, owner, { walletId: projectOwnerId, kind, at });
  });
  const applicantOf = async (): Promise<OnboardingApplicant> => {
    if (!holder) throw missing('body/applicant');
    return {
      walletId: path.walletId,
      activity: deps.config.ONBOARDING_ACTIVITY,
      profile: deps.config.ONBOARDING_OWNER_PROFILE,
      ...holder,
    };
  };
  await openPath(deps, path.id, {
    applicantOf,
    redirectUrl: `${deps.config.PUBLIC_URL.replace(/\/$/, '')}/console/content/owners`,
    endUser,
  });
  return readProjectOwnerOnboarding(deps, projectOwnerId);
}

type Holding =
  | Pick<OnboardingApplicant & { kind: 'individual' }, 'kind' | 'person'>
  | Pick<OnboardingApplicant & { kind: 'company' | 'sole-trader' }, 'kind' | 'entity' | 'representative'>;

async function ownerOf(deps: Deps, applicant: NonNullable<NewOwnerOnboarding['applicant']>): Promise<Holding> {
  const { kind, entity } = applicant;
  const person = personOf(applicant.person, 'body/applicant/person');
  if (kind === 'individual') return { kind, person };
  if (!entity) throw missing('body/applicant/entity');
  const { name, registrationNumber, country } = entity;
  assertCountries([[country, 'body/applicant/entity/country']]);
  if (kind === 'company' && registrationNumber === undefined) throw missing('body/applicant/entity/registrationNumber');
  const registrationDate =
    entity.registrationDate === undefined && kind === 'sole-trader'
      ? undefined
      : await readRegistrationDate(deps, entity, 'body/applicant/entity/registrationDate');
  return { kind, entity: { name, registrationNumber, country, registrationDate }, representative: person };
}

// GET /administration/project-owner/:projectOwnerId/onboarding: the stored path of an owner.

/** Error: `not-found`. */
export async function readProjectOwnerOnboarding(
  deps: Pick<AppDeps, 'db'>,
  projectOwnerId: string,
): Promise<AdministrationOnboarding> {
  const [name, path] = await Promise.all([findOwnerName(deps.db, projectOwnerId), findPath(deps.db, { projectOwnerId })]);
  if (name === undefined) throw new AppError(NOT_FOUND, { detail: 'Project owner not found' });
  return toHolderPath(path, undefined);
}
