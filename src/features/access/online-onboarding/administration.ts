// The onboarding of SPVs and project owners by administrators, and their request to ask the provider about any holder now.

import countries from 'i18n-iso-countries/index.js';
import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, type FieldFault, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import type { OnboardingApplicant } from '../../../providers/payments/index.ts';
import { findSpv, findSpvAccount, lockSpv, writeWallet } from '../../projects/spvs/index.ts';
import { ONBOARDING_V2_IS_NOT_ENABLED } from './errors.ts';
import { type FollowDeps, followNow } from './follow.ts';
import { readCustomerOnboarding } from './investor.ts';
import { type EndUser, openPath, readRegistrationDate } from './open-path.ts';
import { findOwnerName, findPath, openPathRow } from './queries.ts';
import { ALPHA3_OF_SPV_COUNTRY, toHolderPath } from './rules.ts';
import type { AdministrationOnboarding, Applicant, NewOwnerOnboarding, NewSpvOnboarding, OnboardingQuestion } from './schemas.ts';

// POST /administration/spv/:id/onboarding: the file of an SPV at the provider, and the link for its representative.

type Deps = FollowDeps & Pick<AppDeps, 'config' | 'registry'>;

/**
 * 1. ask the provider whether it has the wallet, and check what the account is opened with; 2. under the lock: the SPV's wallet, whose id
 * is its own where it had none, and one path; 3. the account, once, and the link for its representative. Errors: `not-found`,
 * `validation-failed`, `onboarding.v2-is-not-enabled` (the wallet is open already), those of {@link openPath}.
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

type Holder = { customerId: CustomerId } | { spvId: SpvId } | { projectOwnerId: string };

/**
 * Answers the path as it is after the reading; whom the provider does not have stays as they are. Errors: `validation-failed`,
 * `not-found`, `temporarily-unavailable` when the provider does not answer.
 */
export async function askProvider(
  deps: Deps,
  { asked, audit }: { asked: OnboardingQuestion; audit: RouteAudit },
): Promise<AdministrationOnboarding> {
  const holder = holderOf(asked);
  const before = await show(deps, holder);
  await ask(deps, holder);
  const after = await show(deps, holder);
  await inTransaction(deps.db, (tx) =>
    recordAdminAction(tx, {
      ...audit,
      target: targetOf(holder),
      payload: { before: before.state, after: after.state },
      at: deps.clock.now(),
    }),
  );
  return after;
}

async function ask(deps: Deps, holder: Holder): Promise<void> {
  if ('customerId' in holder) return followNow(deps, holder);
  if ('spvId' in holder) {
    const accountId = await findSpvAccount(deps.db, holder.spvId);
    return accountId === null ? undefined : followNow(deps, { spvId: holder.spvId, accountId });
  }
  const path = await findPath(deps.db, holder);
  return path && followNow(deps, { pathId: path.id });
}

/** Error: `validation-failed` unless exactly one is named. */
function holderOf({ customerId, spvId, projectOwnerId }: OnboardingQuestion): Holder {
  if (customerId && !spvId && !projectOwnerId) return { customerId };
  if (spvId && !customerId && !projectOwnerId) return { spvId };
  if (projectOwnerId && !customerId && !spvId) return { projectOwnerId };
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body', reason: 'names one of customerId, spvId and projectOwnerId' }],
  });
}

function show(deps: Deps, holder: Holder): Promise<AdministrationOnboarding> {
  if ('customerId' in holder) return readCustomerOnboarding(deps, holder.customerId);
  return 'spvId' in holder ? readSpvOnboarding(deps, holder.spvId) : readProjectOwnerOnboarding(deps, holder.projectOwnerId);
}

function targetOf(holder: Holder): { type: 'customer' | 'spv' | 'project-owner'; id: string } {
  if ('customerId' in holder) return { type: 'customer', id: holder.customerId };
  return 'spvId' in holder ? { type: 'spv', id: holder.spvId } : { type: 'project-owner', id: holder.projectOwnerId };
}

/** The person of a body. Error: `validation-failed`. */
function personOf(applicant: Applicant, path: string) {
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
    .filter(([code]) => !/^[A-Z]{3}$/.test(code) || countries.alpha3ToAlpha2(code) === undefined)
    .map(([, path]) => ({ path, reason: 'is not an ISO 3166-1 alpha-3 code' }));
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
}

/** A part of a body that only an opened account can do without. */
function missing(path: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is required to open the account' }] });
}
