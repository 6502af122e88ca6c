// The path of an onboarding in our words, what to do next, how it is shown, and whether it is notified. Pure.

import type { CustomerId } from '../../../core/db/tables.ts';
import { UUID } from '../../../core/uuid.ts';
import type { Customer, KycStatus, OnboardingVersion } from '../customers/index.ts';
import type { OnboardingAccountState } from '../onboarding/index.ts';

/** The investor's id in lower case; undefined for an account id that is no UUID. */
export function customerIdOf(accountId: string): CustomerId | undefined {
  // Border: the account id of an investor is the customer's id; whether there is such a customer the look-up tells.
  return UUID.test(accountId) ? (accountId.toLowerCase() as CustomerId) : undefined;
}

export const ONBOARDING_KINDS = ['individual', 'company', 'association', 'sole-trader'] as const;

/**
 * `opened`: the provider has the account, and nothing of the person; `in-progress`: they give information; `proving-identity`: they have given
 * it, and show document and face; `interrupted`: they left that, or an attempt failed; `asked-again`: more is asked for; `update-due`:
 * accepted, and new documents are due; `outdated`: they are late, and the wallet is blocked.
 */
export const PATH_STATES = [
  'not-started',
  'opened',
  'in-progress',
  'proving-identity',
  'interrupted',
  'under-analysis',
  'asked-again',
  'accepted',
  'update-due',
  'outdated',
  'denied',
  'blocked',
] as const;
export type PathState = (typeof PATH_STATES)[number];

export const NEXT_STEPS = [
  'save-profile',
  'hand-in-company',
  'hand-in-documents',
  'start',
  'continue',
  'wait',
  'update',
  'nothing',
  'contact-support',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** States in which the applicant has something to do on the provider's page. */
export const LINKED_STATES: readonly PathState[] = [
  'not-started',
  'opened',
  'in-progress',
  'proving-identity',
  'interrupted',
  'asked-again',
  'update-due',
  'outdated',
];

/** States that only the provider's next answer ends. */
export const OPEN_STATES: readonly PathState[] = [
  'opened',
  'in-progress',
  'proving-identity',
  'interrupted',
  'under-analysis',
  'asked-again',
  'update-due',
  'outdated',
];

export type PathReading = { state: PathState; dueAt: Temporal.Instant | null };

type ReadAccount = OnboardingAccountState & { requirements: readonly { status: string; dueAt: Temporal.Instant | null }[] };

/** The path after the onboarding account was read; a word that we do not know leaves `current`. */
export function pathOf(current: PathState, account: ReadAccount, hasWallet: boolean): PathReading {
  const state = stateOf(current, account, hasWallet);
  return { state, dueAt: state === 'update-due' || state === 'outdated' ? dueOf(account) : null };
}

function stateOf(current: PathState, account: ReadAccount, hasWallet: boolean): PathState {
  const { status, profileStatus } = account;
  if (status === 'denied' || profileStatus === 'denied') return 'denied';
  if (status === 'blocked') return 'blocked';
  switch (profileStatus) {
    case 'accepted':
      if (account.restrictions.some(({ category }) => category === 'KYC')) return 'outdated';
      // The wallet opens with the acceptance: until it is there, nothing can be done with it.
      if (status !== 'accepted' || !hasWallet) return 'under-analysis';
      return isUpdateAsked(account) ? 'update-due' : 'accepted';
    case 'under-analysis':
      return 'under-analysis';
    case 'rejected':
      return 'asked-again';
    case 'identity-verification-abandoned':
    case 'identity-verification-error':
      return 'interrupted';
    case 'identity-verification-in-progress':
      return 'proving-identity';
    case 'information-collection-in-progress':
      return 'in-progress';
    case 'awaiting-information':
    case 'creation-in-progress':
      return 'opened';
    case 'other':
      return current;
  }
}

function isUpdateAsked({ requirements }: ReadAccount): boolean {
  return requirements.some(({ status }) => status === 'requested' || status === 'rejected');
}

/** The earliest day on which an update is due. */
function dueOf({ requirements }: ReadAccount): Temporal.Instant | null {
  const days = requirements.flatMap(({ status, dueAt }) => (status === 'accepted' || dueAt === null ? [] : [dueAt]));
  return days.toSorted(Temporal.Instant.compare)[0] ?? null;
}

/** The path of an investor who hands documents in here. */
function pathOfV1(kycStatus: KycStatus): PathState {
  switch (kycStatus) {
    case 'notStarted':
      return 'not-started';
    case 'waitingForVerifier':
      return 'under-analysis';
    case 'verified':
      return 'accepted';
    case 'refused':
      return 'asked-again';
    case 'outdated':
      return 'outdated';
  }
}

/** An investor of v1 who has no account at the provider begins like a new one, who is `newVersion`. */
export function mayMove(
  { onboardingVersion, providerKind, providerStatus }: Pick<Customer, 'onboardingVersion' | 'providerKind' | 'providerStatus'>,
  newVersion: OnboardingVersion,
): boolean {
  return onboardingVersion === 'v1' && providerKind === null && providerStatus === null && newVersion === 'v2';
}

/** What an investor does next. `missing`: what has to be saved before anything can be asked of the provider; `isFree`: see mayMove. */
function nextStepOf(
  state: PathState,
  {
    version,
    missing,
    isFree,
  }: { version: OnboardingVersion; missing: 'save-profile' | 'hand-in-company' | null; isFree: boolean },
): NextStep {
  if (missing !== null && (state === 'not-started' || missing === 'save-profile')) return missing;
  if (version === 'v1' && !isFree && ['not-started', 'asked-again', 'outdated'].includes(state)) return 'hand-in-documents';
  switch (state) {
    case 'not-started':
      return 'start';
    case 'opened':
    case 'in-progress':
    case 'proving-identity':
    case 'interrupted':
    case 'asked-again':
      return 'continue';
    case 'under-analysis':
      return 'wait';
    case 'update-due':
    case 'outdated':
      return 'update';
    case 'accepted':
      return 'nothing';
    case 'denied':
    case 'blocked':
      return 'contact-support';
  }
}

/** What an investor passes through, in order; `update` stands there only while one is asked for. */
export const PATH_STEPS = [
  'account',
  'email',
  'profile',
  'company',
  'documents',
  'information',
  'identity',
  'analysis',
  'wallet',
  'update',
] as const;
export const STEP_STATUSES = ['done', 'now', 'later', 'stopped'] as const;
type Step = { step: (typeof PATH_STEPS)[number]; status: (typeof STEP_STATUSES)[number] };

/** Hours in which the provider usually decides. */
export const USUAL_ANALYSIS_HOURS = 48;

/** The path as steps: several may be `now`, as nothing waits for the proof of the address. */
export function stepsOf(
  { state, next }: { state: PathState; next: NextStep },
  of: { emailVerified: boolean; isBusiness: boolean; handsInHere: boolean },
): Step[] {
  const status = (isDone: boolean, isNow: boolean): Step['status'] => (isDone ? 'done' : isNow ? 'now' : 'later');
  const isDecided = ['accepted', 'update-due', 'outdated'].includes(state);
  const isStopped = state === 'denied' || state === 'blocked';
  const isHandedIn = isDecided || isStopped || state === 'under-analysis';
  const isCompanyMissing = next === 'hand-in-company';
  const mayBegin = next !== 'save-profile' && !isCompanyMissing;
  const isIdentityNext = state === 'proving-identity' || state === 'interrupted';
  return [
    { step: 'account', status: 'done' },
    { step: 'email', status: status(of.emailVerified, true) },
    { step: 'profile', status: status(next !== 'save-profile', true) },
    ...(of.isBusiness
      ? [{ step: 'company', status: status(next !== 'save-profile' && !isCompanyMissing, isCompanyMissing) } as const]
      : []),
    ...(of.handsInHere
      ? [{ step: 'documents', status: status(isHandedIn, mayBegin) } as const]
      : [
          { step: 'information', status: status(isHandedIn || isIdentityNext, mayBegin) } as const,
          // Of what is asked again nobody knows here which of the two it is.
          { step: 'identity', status: status(isHandedIn, isIdentityNext || state === 'asked-again') } as const,
        ]),
    { step: 'analysis', status: isStopped ? 'stopped' : status(isDecided, state === 'under-analysis') },
    { step: 'wallet', status: state === 'outdated' ? 'stopped' : status(isDecided, false) },
    ...(state === 'update-due' || state === 'outdated' ? [{ step: 'update', status: 'now' } as const] : []),
  ];
}

/** States that are notified when they begin: to an investor by mail, of an SPV or an owner to the team. */
export const NOTIFIED_STATES = [
  'interrupted',
  'under-analysis',
  'asked-again',
  'accepted',
  'update-due',
  'outdated',
  'denied',
] as const satisfies PathState[];
export type NotifiedState = (typeof NOTIFIED_STATES)[number];

/**
 * The state to notify after a reading; null when it was notified: a reading that says the same again, or an end of
 * an update, which the acceptance before it has announced.
 */
export function stateToNotify(before: PathReading, after: PathReading): NotifiedState | null {
  const isOtherDay = after.state === 'update-due' && before.dueAt?.epochMilliseconds !== after.dueAt?.epochMilliseconds;
  if (before.state === after.state && !isOtherDay) return null;
  return NOTIFIED_STATES.find((state) => state === after.state) ?? null;
}

/** `spv.country` as an alpha-3 code. */
export const ALPHA3_OF_SPV_COUNTRY: Readonly<Record<string, string>> = {
  France: 'FRA',
  Portugal: 'PRT',
  Angleterre: 'GBR',
  'France outre-mer': 'FRA',
  Andorre: 'AND',
  Espagne: 'ESP',
  Italie: 'ITA',
  Belgique: 'BEL',
  Suisse: 'CHE',
  Luxembourg: 'LUX',
  'Réunion (île)': 'REU',
  'île Maurice': 'MUS',
  Allemagne: 'DEU',
  'Pays-Bas': 'NLD',
  Maroc: 'MAR',
  Grèce: 'GRC',
  'Émirats arabes unis': 'ARE',
};

/** A path as it is stored. */
type StoredPath = {
  state: PathState;
  kind: (typeof ONBOARDING_KINDS)[number];
  url: string | null;
  dueAt: Temporal.Instant | null;
  walletId: string;
  providerAccountId: string | null;
  since: Temporal.Instant;
  refusal: string | null;
  readAt: Temporal.Instant | null;
};

/** What a holder sees of it. */
type PathView = {
  version: OnboardingVersion;
  state: PathState;
  next: NextStep;
  url: string | null;
  since: string | null;
  dueAt?: string;
};

type InvestorForPath = Pick<Customer, 'onboardingVersion' | 'kycStatus'>;

/** `missing`: what the investor has to save first; `isFree`: see mayMove. */
export function toInvestorPath(
  customer: InvestorForPath,
  path: StoredPath | undefined,
  of: { missing: 'save-profile' | 'hand-in-company' | null; isFree: boolean },
): PathView {
  const { onboardingVersion, kycStatus } = customer;
  const state = path?.state ?? (onboardingVersion === 'v1' ? pathOfV1(kycStatus) : 'not-started');
  const next = nextStepOf(state, { version: onboardingVersion, ...of });
  return { version: onboardingVersion, state, next, ...linkOf(path, state) };
}

function linkOf(path: StoredPath | undefined, state: PathState): Pick<PathView, 'url' | 'since' | 'dueAt'> {
  const url = LINKED_STATES.includes(state) ? (path?.url ?? null) : null;
  return { url, since: path?.since.toString() ?? null, ...(path?.dueAt ? { dueAt: path.dueAt.toString() } : {}) };
}

/** The same with what only administrators see. */
export function toAdministrationPath(view: PathView, path: StoredPath | undefined, readAt: Temporal.Instant | null) {
  return {
    ...view,
    kind: path?.kind ?? null,
    walletId: path?.walletId ?? null,
    providerAccountId: path?.providerAccountId ?? null,
    askedAt: readAt?.toString() ?? null,
    refusal: path?.refusal ?? null,
  };
}

/** The path of an SPV or owner; without one, of an SPV whose wallet was opened otherwise (v1), what its KYB says. */
export function toHolderPath(
  path: StoredPath | undefined,
  spv: { kybStatus: Customer['kycStatus']; providerStatus: number | null; readAt: Temporal.Instant | null } | undefined,
) {
  const isV1 = path === undefined && spv !== undefined && spv.providerStatus !== null;
  const version = isV1 ? 'v1' : 'v2';
  const state = path?.state ?? (isV1 ? pathOfV1(spv.kybStatus) : 'not-started');
  const next = nextStepOf(state, { version, missing: null, isFree: !isV1 });
  const readAt = spv?.readAt ?? path?.readAt ?? null;
  return toAdministrationPath({ version, state, next, ...linkOf(path, state) }, path, readAt);
}
