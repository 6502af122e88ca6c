// What becomes of an onboarding account, with its notifications: 49 profile, 50 account, 53 requirement, 54 restriction.
import type { Onboarding, Profile } from '../entities.ts';
import { record } from '../fields.ts';
import type { World } from '../world.ts';
import { openAccount } from './account-changes.ts';
import { emptyProfile } from './profile.ts';

export const ONBOARDING_STATUSES = ['CREATED', 'ACCEPTED', 'DENIED', 'BLOCKED'];
/** With the number that notification 49 has for it. */
const PROFILE_NUMBERS: Record<string, number> = {
  ACCEPTED: 3,
  AWAITING_INFORMATION: 1,
  CREATION_IN_PROGRESS: 1,
  DENIED: 4,
  IDENTITY_VERIFICATION_IN_PROGRESS: 1,
  IDENTITY_VERIFICATION_ABANDONED: 1,
  IDENTITY_VERIFICATION_ERROR: 1,
  INFORMATION_COLLECTION_IN_PROGRESS: 1,
  REJECTED: 5,
  UNDER_ANALYSIS: 2,
};
export const PROFILE_STATUSES = Object.keys(PROFILE_NUMBERS);
export const REQUIREMENT_STATUSES = ['REQUESTED', 'ACCEPTED', 'REJECTED'];
const DAYS_FOR_AN_UPDATE = 30;
/** KYC2: the wallet of an accepted account. */
const VERIFIED = 6;

export const isUpdateAsked = ({ requirements }: Onboarding) => requirements.some(({ status }) => status !== 'ACCEPTED');

/** Changes the statuses of an account; acceptance opens its wallet. True when all notifications were taken. */
export async function decide(
  world: World,
  account: Onboarding,
  wanted: { status?: string | undefined; profileStatus?: string | undefined },
): Promise<boolean> {
  const before = { ...account };
  Object.assign(account, {
    status: wanted.status ?? account.status,
    profileStatus: wanted.profileStatus ?? account.profileStatus,
  });
  if (account.status === 'ACCEPTED' && !world.store.accounts.has(account.accountId)) openWallet(world, account);
  world.store.put(['onboardings', account]);
  const told: boolean[] = [];
  if (account.profileStatus !== before.profileStatus)
    told.push(await tell(world, 49, account, { Status: PROFILE_NUMBERS[account.profileStatus] ?? 0 }));
  if (account.status !== before.status)
    told.push(await tell(world, 50, account, { Status: ONBOARDING_STATUSES.indexOf(account.status) + 1 }));
  return told.length > 0 && told.every(Boolean);
}

/** Asks for new documents before a day (yyyy-MM-dd). */
export async function askForUpdate(
  world: World,
  account: Onboarding,
  { dueDate, status = 'REQUESTED' }: { dueDate?: string | undefined; status?: string | undefined },
) {
  const requirement = {
    id: world.store.nextId(),
    type: 'KYC_UPDATE',
    dueDate: dueDate ?? world.clock.paris().toPlainDate().add({ days: DAYS_FOR_AN_UPDATE }).toString(),
    status,
  };
  account.requirements.push(requirement);
  world.store.put(['onboardings', account]);
  return { requirement, notified: await tellRequirement(world, account, requirement) };
}

/** Decides the update that was asked for last; with it accepted, the restrictions end. */
export async function judgeUpdate(world: World, account: Onboarding, status: 'ACCEPTED' | 'REJECTED'): Promise<void> {
  const requirement = account.requirements.findLast((asked) => asked.status !== 'ACCEPTED');
  if (requirement === undefined) return;
  requirement.status = status;
  world.store.put(['onboardings', account]);
  await tellRequirement(world, account, requirement);
  if (status === 'ACCEPTED') for (const { id } of account.restrictions) await endRestriction(world, account, id);
}

/** An identity that is out of date blocks the wallet. */
export async function restrict(world: World, account: Onboarding) {
  const restriction = {
    id: world.store.nextId(),
    category: 'KYC',
    reason: 'KYC_OUTDATED',
    activatedAt: world.clock.iso(),
    requirementIds: account.requirements.map(({ id }) => id),
  };
  account.restrictions.push(restriction);
  storeWithWallet(world, account);
  const { id, category, reason, activatedAt } = restriction;
  const fields = { RestrictionId: id, Category: category, Reason: reason, ActivatedAt: activatedAt };
  return { restriction, notified: await tell(world, 54, account, fields) };
}

/** The wallet is unblocked with the last restriction. Undefined when there is none with this id. */
export async function endRestriction(
  world: World,
  account: Onboarding,
  restrictionId: number,
): Promise<{ id: number; notified: boolean } | undefined> {
  const ended = account.restrictions.find(({ id }) => id === restrictionId);
  if (ended === undefined) return undefined;
  account.restrictions = account.restrictions.filter((other) => other !== ended);
  storeWithWallet(world, account);
  const { id, category, reason } = ended;
  return { id, notified: await tell(world, 54, account, { RestrictionId: id, Category: category, Reason: reason }) };
}

function storeWithWallet(world: World, account: Onboarding): void {
  const wallet = world.store.accounts.get(account.accountId);
  if (wallet !== undefined) wallet.blocked = account.restrictions.length > 0;
  world.store.put(['onboardings', account], ...(wallet === undefined ? [] : [['accounts', wallet] as const]));
}

function tellRequirement(
  world: World,
  account: Onboarding,
  { id, type, status, dueDate }: Onboarding['requirements'][number],
): Promise<boolean> {
  return tell(world, 53, account, { RequirementId: id, Type: type, Status: status, DueDate: dueDate });
}

/** Sends a notification about the account. True when it was taken. */
function tell(world: World, category: number, account: Onboarding, fields: Record<string, string | number>): Promise<boolean> {
  return world.notifications.send(category, {
    EventDate: world.clock.parisLocal(),
    AccountID: account.id,
    ProfileID: account.profileId,
    ExtId: account.accountId,
    IntId: world.store.accounts.get(account.accountId)?.internalId ?? '',
    ...fields,
  });
}

function openWallet(world: World, account: Onboarding): void {
  openAccount(world, { accountId: account.accountId, kind: account.kind, status: VERIFIED, profile: walletProfile(account) });
}

/** The profile that DirectKit shows of a wallet: countries have three letters there. */
function walletProfile({ body, kind }: Onboarding): Profile {
  const person = record(kind === 'individual' ? body.individual : body.legalRepresentative);
  const text = (name: string) => (typeof person[name] === 'string' ? person[name] : '');
  const { name, registrationNumber } = record(body.legalEntity);
  return {
    ...emptyProfile,
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    mobileNumber: text('phoneNumber').replace('+', ''),
    company: kind === 'legal' ? { name, description: name, identificationNumber: registrationNumber } : null,
  };
}
