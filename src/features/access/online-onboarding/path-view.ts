// Turns a path into what its holder and administrators see.

import type { Customer } from '../customers/index.ts';
import type { Path } from './queries.ts';
import { LINKED_STATES, nextStepOf, type PathState, pathOfV1 } from './rules.ts';
import type { AdministrationOnboarding, Onboarding } from './schemas.ts';

type Known = Pick<Customer, 'onboardingVersion' | 'kycStatus'>;

/** `missing`: what the investor has to save first; `mayMove`: an investor of v1 whom the provider does not have starts as v2. */
export function toInvestorPath(
  customer: Known,
  path: Path | undefined,
  of: { missing: 'save-profile' | 'hand-in-company' | null; mayMove: boolean },
): Onboarding {
  const { onboardingVersion, kycStatus } = customer;
  const state = path?.state ?? (onboardingVersion === 'v1' ? pathOfV1(kycStatus) : 'not-started');
  const next = nextStepOf(state, { version: onboardingVersion, ...of });
  return { version: onboardingVersion, state, next, ...linkOf(path, state) };
}

function linkOf(path: Path | undefined, state: PathState): Pick<Onboarding, 'url' | 'dueAt'> {
  const url = LINKED_STATES.includes(state) ? (path?.url ?? null) : null;
  return { url, ...(path?.dueAt ? { dueAt: path.dueAt.toString() } : {}) };
}

/** The same with what only administrators see. */
export function toAdministrationPath(
  view: Onboarding,
  path: Path | undefined,
  readAt: Temporal.Instant | null,
): AdministrationOnboarding {
  return {
    ...view,
    kind: path?.kind ?? null,
    walletId: path?.walletId ?? null,
    providerAccountId: path?.providerAccountId ?? null,
    since: path?.since.toString() ?? null,
    askedAt: readAt?.toString() ?? null,
    refusal: path?.refusal ?? null,
  };
}

/** The path of an SPV or owner; without one, of an SPV whose wallet was opened otherwise (v1), what its KYB says. */
export function toHolderPath(
  path: Path | undefined,
  spv: { kybStatus: Customer['kycStatus']; providerStatus: number | null; readAt: Temporal.Instant | null } | undefined,
): AdministrationOnboarding {
  const isV1 = path === undefined && spv !== undefined && spv.providerStatus !== null;
  const version = isV1 ? 'v1' : 'v2';
  const state = path?.state ?? (isV1 ? pathOfV1(spv.kybStatus) : 'not-started');
  const next = nextStepOf(state, { version, missing: null, mayMove: !isV1 });
  const readAt = spv?.readAt ?? path?.readAt ?? null;
  return toAdministrationPath({ version, state, next, ...linkOf(path, state) }, path, readAt);
}
