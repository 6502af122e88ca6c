// Opens the account of a holder at the provider, once, and gives the link to the page on which the holder goes on.

import { singleFlight } from '../../../core/concurrency/single-flight.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, TEMPORARILY_UNAVAILABLE, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { CallContext, OnboardingApplicant, OnboardingLink, ProviderFailure } from '../../../providers/payments/index.ts';
import { fixProviderKind, releaseProviderKind } from '../customers/index.ts';
import { ONBOARDING_IDENTITY_KNOWN, ONBOARDING_REFUSED_BY_PROVIDER } from './errors.ts';
import { type FollowDeps, followHolder } from './follow.ts';
import { endCreation, findPathById, leaseCreation, type Path, writeLink, writeProviderAccount } from './queries.ts';
import { LINKED_STATES } from './rules.ts';

type Deps = FollowDeps & Pick<AppDeps, 'config'>;

export type EndUser = { address: string; userAgent: string | undefined };

/** How much longer than the three calls of a creation its lease lasts. */
const LEASE_MARGIN_SECONDS = 5;

/**
 * 1. open the account unless the provider has it: a request that loses the lease, or has no answer, asks the client to come again, and the next
 * attempt looks for the account first; 2. read the account; 3. where the holder has something to do: the link, started or found again.
 * `applicantOf` is asked only if an account must be opened. Errors: `onboarding.identity-known`, `onboarding.refused-by-provider` (notified
 * to the team, once for the same words), `temporarily-unavailable`, those of `applicantOf`.
 */
export function openPath(
  deps: Deps,
  pathId: string,
  of: { applicantOf: () => Promise<OnboardingApplicant>; redirectUrl: string; endUser: EndUser },
): Promise<Path> {
  return singleFlight(deps.db, `opening ${pathId}`, async () => {
    const context = { userAddress: of.endUser.address, userAgent: of.endUser.userAgent };
    const path = await stored(deps, pathId);
    if (path.providerAccountId === null) await openAccount(deps, path, of.applicantOf, context);
    await readNow(deps, pathId);
    const now = await stored(deps, pathId);
    if (!LINKED_STATES.includes(now.state)) return now;
    await linkPage(deps, now, of.redirectUrl, context);
    return stored(deps, pathId);
  });
}

/** Asks the provider about the holder of a path; false when it does not answer, which changes nothing. */
async function readNow(deps: Deps, pathId: string): Promise<boolean> {
  const { customerId, spvId, walletId } = await stored(deps, pathId);
  try {
    if (customerId) await followHolder(deps, { customerId });
    else await followHolder(deps, spvId ? { spvId, accountId: walletId } : { pathId });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error, pathId }, 'onboarding not read at the provider');
    return false;
  }
}

/**
 * From the call on an investor's identity cannot change here: without an answer the provider may have them already. A refusal sets that free
 * again. What is sent is read after that.
 */
async function openAccount(
  deps: Deps,
  path: Path,
  applicantOf: () => Promise<OnboardingApplicant>,
  context: CallContext,
): Promise<void> {
  const { kind } = await applicantOf();
  const seconds = Math.ceil((3 * deps.config.PROVIDER_TIMEOUT_MS) / 1000) + LEASE_MARGIN_SECONDS;
  const isMine = await inTransaction(deps.db, async (tx) => {
    const isLeased = await leaseCreation(tx, path.id, seconds);
    if (isLeased && path.customerId) await fixProviderKind(tx, path.customerId, kind === 'individual' ? 'individual' : 'legal');
    return isLeased;
  });
  const opened = isMine
    ? await deps.payments.openOnboardingAccount(await applicantOf(), context)
    : await findOpened(deps, path, context);
  if (opened.ok) {
    const { onboardingAccountId: providerAccountId } = opened.value;
    return inTransaction(deps.db, (tx) => writeProviderAccount(tx, path.id, { providerAccountId, kind }));
  }
  const { customerId } = path;
  if (customerId && !isSilence(opened)) await inTransaction(deps.db, (tx) => releaseProviderKind(tx, customerId));
  throw await refused(deps, path, opened);
}

/** What another attempt, or one without an answer, has opened by now. Error: `temporarily-unavailable` while it may still. */
async function findOpened(deps: Deps, path: Path, context: CallContext) {
  const found = await deps.payments.findOnboardingAccount(path.walletId, context);
  if (!found.ok || !found.value) throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The account is being opened.' });
  return { ok: true, value: found.value } as const;
}

/** The page that was started, or a new one: a provider that does not give the old page any more is asked for another. */
async function linkPage(deps: Deps, path: Path, redirectUrl: string, context: CallContext): Promise<void> {
  const { id, providerAccountId, providerOnboardingId, kind } = path;
  if (providerAccountId === null) throw new Error(`path ${id} has no account`);
  const resumed = providerOnboardingId === null ? undefined : await deps.payments.resumeOnboarding(providerOnboardingId, context);
  const isOver = resumed === undefined || (!resumed.ok && !isSilence(resumed));
  const link = isOver
    ? await deps.payments.startOnboarding({ onboardingAccountId: providerAccountId, kind, redirectUrl }, context)
    : resumed;
  if (!link.ok) {
    // Nothing is asked of the holder any more: the provider has decided since it was read.
    if (link.kind === 'conflict' && (await readNow(deps, id))) return;
    throw await refused(deps, path, link);
  }
  const { onboardingId, url }: OnboardingLink = link.value;
  await inTransaction(deps.db, (tx) => writeLink(tx, id, { onboardingId, url }));
}

/** Ends the attempt. A silence leaves nothing behind but what the next attempt looks for. */
async function refused(deps: Deps, path: Path, failure: ProviderFailure): Promise<AppError> {
  const isSilent = isSilence(failure);
  await inTransaction(deps.db, async (tx) => {
    const isNew = await endCreation(tx, path.id, {
      refusal: isSilent ? null : failure.message,
      marginSeconds: deps.config.PROVIDER_RESEND_AFTER_SECONDS,
    });
    if (!isNew) return;
    const whose = path.customerId ? `du client ${path.customerId}` : `du portefeuille ${path.walletId}`;
    const text = `Le prestataire a refusé l’entrée en relation ${whose} : ${failure.message}.`;
    await enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text });
  });
  if (isSilent) return new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The payment provider does not answer.', cause: failure });
  const code = failure.kind === 'conflict' ? ONBOARDING_IDENTITY_KNOWN : ONBOARDING_REFUSED_BY_PROVIDER;
  return new AppError(code, { cause: failure });
}

function isSilence({ kind }: ProviderFailure): boolean {
  return kind === 'unavailable' || kind === 'unauthorized';
}

async function stored(deps: Pick<Deps, 'db'>, pathId: string): Promise<Path> {
  const path = await findPathById(deps.db, pathId);
  if (!path) throw new Error(`there is no onboarding path ${pathId}`);
  return path;
}

/** Error: `validation-failed` at `path` when neither body nor registry tells it. */
export async function readRegistrationDate(
  deps: Pick<AppDeps, 'registry'>,
  {
    registrationNumber = '',
    registrationDate,
  }: { registrationNumber?: string | undefined; registrationDate?: string | undefined },
  path: string,
): Promise<Temporal.PlainDate> {
  if (registrationDate !== undefined) return Temporal.PlainDate.from(registrationDate);
  const day = await findRegistrationDate(deps, registrationNumber);
  if (!day) throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is required: the registry does not tell it' }] });
  return day;
}

/** As the registry tells it; undefined when it does not. */
export async function findRegistrationDate(
  { registry }: Pick<AppDeps, 'registry'>,
  registrationNumber: string,
): Promise<Temporal.PlainDate | undefined> {
  const number = registrationNumber.replaceAll(/\s/g, '');
  const read = /^\d{9}$/.test(number) ? await registry.findCompany(number) : undefined;
  const day = read?.ok ? read.value?.date_creation : undefined;
  return day ? Temporal.PlainDate.from(day) : undefined;
}
