// The path of SPVs and project owners, begun by administrators: POST and GET of .../onboarding.

import { recordAdminAction } from '../../../core/audit.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, type FieldFault, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import type { OnboardingApplicant, OnboardingPerson } from '../../../providers/payments/index.ts';
import { findSpv, lockSpv, writeWallet } from '../../projects/spvs/index.ts';
import { alpha2Of } from '../onboarding/index.ts';
import { ONBOARDING_V2_IS_NOT_ENABLED } from './errors.ts';
import type { FollowDeps } from './follow.ts';
import { type EndUser, openPath } from './open-path.ts';
import { toHolderPath } from './path-view.ts';
import { findOwnerName, findPath, openPathRow } from './queries.ts';
import { ALPHA3_OF_SPV_COUNTRY } from './rules.ts';
import type { AdministrationOnboarding, Applicant, NewOwnerOnboarding, NewSpvOnboarding } from './schemas.ts';

type Deps = FollowDeps & Pick<AppDeps, 'config' | 'registry'>;
type Common = { audit: RouteAudit; endUser: EndUser };

/**
 * 1. check what the account is opened with; 2. under the lock: the SPV's wallet, whose id is its own where it had none, and one path;
 * 3. the account, once, and the link for its representative. Errors: `not-found`, `validation-failed`, `onboarding.v2-is-not-enabled` (the
 * wallet is open already), those of {@link openPath}.
 */
export async function startSpv(
  deps: Deps,
  input: Common & { spvId: SpvId; body: NewSpvOnboarding },
): Promise<AdministrationOnboarding> {
  const { spvId, body, audit, endUser } = input;
  const spv = await findSpv(deps.db, spvId);
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  const known = await findPath(deps.db, { spvId });
  if (!known && spv.providerStatus !== null) throw new AppError(ONBOARDING_V2_IS_NOT_ENABLED);
  const { registration } = body;
  const country = ALPHA3_OF_SPV_COUNTRY[spv.country] ?? spv.country;
  const representative = registration && personOf(registration.representative, 'body/registration/representative');
  const registrationDate = registration && (await dateOf(deps, registration, 'body/registration/registrationDate'));
  if (!registration && !known?.providerAccountId) throw missing('body/registration');
  const path = await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const locked = await lockSpv(tx, spvId);
    if (!locked) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
    if (locked.providerExternalId === null) await writeWallet(tx, spvId, spvId);
    const walletId = locked.providerExternalId ?? spvId;
    await recordAdminAction(tx, { ...audit, target: { type: 'spv', id: spvId }, payload: { walletId }, at });
    return openPathRow(tx, { spvId }, { walletId, kind: 'company', at });
  });
  const applicantOf = async (): Promise<OnboardingApplicant> => {
    if (!registration || !representative) throw missing('body/registration');
    const { registrationNumber } = registration;
    const entity = { name: spv.name, registrationNumber, country, ...(registrationDate ? { registrationDate } : {}) };
    return { ...headingOf(deps, path.walletId), kind: 'company', entity, representative };
  };
  const redirectUrl = `${consoleOf(deps)}/content/spvs`;
  await openPath(deps, path.id, { applicantOf, redirectUrl, endUser });
  return showSpvPath(deps, spvId);
}

/** The same for an owner, whose wallet has the owner's id. Errors: as {@link startSpv}, but for the version. */
export async function startOwner(
  deps: Deps,
  input: Common & { projectOwnerId: string; body: NewOwnerOnboarding },
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
    return { ...headingOf(deps, path.walletId), ...holder };
  };
  await openPath(deps, path.id, { applicantOf, redirectUrl: `${consoleOf(deps)}/content/owners`, endUser });
  return showOwnerPath(deps, projectOwnerId);
}

/** Error: `not-found`. */
export async function showSpvPath(deps: Pick<Deps, 'db'>, spvId: SpvId): Promise<AdministrationOnboarding> {
  const [spv, path] = await Promise.all([findSpv(deps.db, spvId), findPath(deps.db, { spvId })]);
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  return toHolderPath(path, { ...spv, readAt: spv.providerReadAt });
}

/** Error: `not-found`. */
export async function showOwnerPath(deps: Pick<Deps, 'db'>, projectOwnerId: string): Promise<AdministrationOnboarding> {
  const [name, path] = await Promise.all([findOwnerName(deps.db, projectOwnerId), findPath(deps.db, { projectOwnerId })]);
  if (name === undefined) throw new AppError(NOT_FOUND, { detail: 'Project owner not found' });
  return toHolderPath(path, undefined);
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
      : await dateOf(deps, entity, 'body/applicant/entity/registrationDate');
  return { kind, entity: { name, registrationNumber, country, registrationDate }, representative: person };
}

/** The day that was sent, else that of the French registry. Error: `validation-failed`. */
async function dateOf(
  deps: Pick<Deps, 'registry'>,
  {
    registrationNumber = '',
    registrationDate,
  }: { registrationNumber?: string | undefined; registrationDate?: string | undefined },
  path: string,
): Promise<Temporal.PlainDate> {
  if (registrationDate !== undefined) return Temporal.PlainDate.from(registrationDate);
  const number = registrationNumber.replaceAll(/\s/g, '');
  const read = /^\d{9}$/.test(number) ? await deps.registry.findCompany(number) : undefined;
  const day = read?.ok ? read.value?.date_creation : undefined;
  if (!day) throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is required: the registry does not tell it' }] });
  return Temporal.PlainDate.from(day);
}

function personOf(applicant: Applicant, path: string): OnboardingPerson {
  const { email, firstName, lastName, dateOfBirth, cityOfBirth, phone, street, postcode, city } = applicant;
  const [country, countryOfBirth] = [applicant.country.toUpperCase(), applicant.countryOfBirth.toUpperCase()];
  const citizenships = applicant.citizenship.split(',').map((code) => code.trim().toUpperCase());
  assertCountries([
    [country, `${path}/country`],
    [countryOfBirth, `${path}/countryOfBirth`],
    ...citizenships.map((code): [string, string] => [code, `${path}/citizenship`]),
  ]);
  return {
    email,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    birth: { date: Temporal.PlainDate.from(dateOfBirth), country: countryOfBirth, city: cityOfBirth },
    nationality: citizenships.join(','),
    phone,
    address: { country, street, postcode, city },
  };
}

/** Error: `validation-failed`. */
function assertCountries(codes: readonly [code: string, path: string][]): void {
  const faults: FieldFault[] = codes
    .filter(([code]) => alpha2Of(code) === undefined)
    .map(([, path]) => ({ path, reason: 'is not an ISO 3166-1 alpha-3 code' }));
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
}

function missing(path: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is required to open the account' }] });
}

function headingOf({ config }: Pick<Deps, 'config'>, walletId: string) {
  return { walletId, activity: config.ONBOARDING_ACTIVITY, profile: config.ONBOARDING_OWNER_PROFILE };
}

function consoleOf({ config }: Pick<Deps, 'config'>): string {
  return `${config.PUBLIC_URL.replace(/\/$/, '')}/console`;
}
