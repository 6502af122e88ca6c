// Follows the provider on one holder: KYC of an investor, KYB of an SPV, the path of either and of an owner, and whether the wallet is
// blocked. Only what the provider answers moves them: notifications, the redirect and the clock are reasons to ask (A-online-onboarding-3).

import { singleFlight } from '../../../core/concurrency/single-flight.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, hasCode, INTERNAL_ERROR, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { Account, OnboardingAccount } from '../../../providers/payments/index.ts';
import { changeKybStatus, findSpv, findSpvsByAccount } from '../../projects/spvs/index.ts';
import {
  changeKycStatus,
  enqueueProviderUpdate,
  fixProviderKind,
  hasCustomer,
  isHeld,
  lockCustomer,
  mailInvestor,
  makeV2,
} from '../customers/index.ts';
import { followProvider, isWalletBlocked, nextKycStatus, nextOnboardingKycStatus } from '../onboarding/index.ts';
import { followCorrectionLater } from '../profile-corrections/index.ts';
import {
  findOwnerName,
  findPath,
  findPathById,
  findPathOfAccount,
  hasHandedIn,
  markUnread,
  openPathRow,
  type Path,
  readPathVersion,
  takePathVersion,
  writePathReading,
  writeProviderAccount,
} from './queries.ts';
import { customerIdOf, type NotifiedState, pathOf, stateToNotify } from './rules.ts';

export type FollowDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** An investor; an SPV with the wallet that is read; the path of a project owner. */
export type Followed = { customerId: CustomerId } | { spvId: SpvId; accountId: string } | { pathId: string };

/** Calls at once share a reading. Nothing for an unknown id. Error: `internal-error` when the provider does not answer. */
export function followHolder(deps: FollowDeps, followed: Followed): Promise<void> {
  if ('customerId' in followed) return followInvestor(deps, followed.customerId);
  return 'spvId' in followed ? followSpv(deps, followed) : followOwner(deps, followed.pathId);
}

/** At the request of an investor or administrator. Error: `temporarily-unavailable` when the provider does not answer. */
export async function followNow(deps: FollowDeps, followed: Followed): Promise<void> {
  try {
    await followHolder(deps, followed);
  } catch (error) {
    if (!hasCode(error, INTERNAL_ERROR)) throw error;
    throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The payment provider does not answer.', cause: error });
  }
}

/**
 * KYC follows the account for v1 and the onboarding account for v2; the wallet is followed for both. Nothing for
 * an id that no investor has. Error: `internal-error`.
 */
function followInvestor(deps: FollowDeps, customerId: CustomerId): Promise<void> {
  return singleFlight(deps.db, customerId, async () => {
    await followProvider(
      deps,
      { customerId },
      {
        read: () => read(deps, { customerId }, customerId),
        write: async (tx, { account, path: loadedPath, onboarding }) => {
          const customer = await lockCustomer(tx, customerId);
          const path = await findPath(tx, { customerId });
          // The onboarding account was linked since the reading: what linked it reads again.
          if (!customer || (path?.providerAccountId ?? null) !== (loadedPath?.providerAccountId ?? null)) return;
          const at = deps.clock.now();
          const isV2 = customer.onboardingVersion === 'v2';
          const from = customer.kycStatus;
          const fromWallet = account ? nextKycStatus(from, account.kycStatus) : from;
          const fromPath = onboarding ? nextOnboardingKycStatus(from, onboarding, account !== null) : from;
          const to = isV2 ? fromPath : fromWallet;
          const blocked = account ? isWalletBlocked(account) || onboarding?.status === 'blocked' : customer.providerBlocked;
          await changeKycStatus(tx, customerId, { from, to, account: account && { ...stateOf(account), blocked }, at });
          // It opened with what its onboarding account was created with; profile and address may have been changed since.
          if (isV2 && account && customer.providerStatus === null)
            await enqueueProviderUpdate(tx, deps, { ...customer, providerStatus: account.rawStatus });
          const held = isHeld({ frozenAt: customer.frozenAt, providerBlocked: blocked });
          if (path && onboarding) {
            const news = await writeReading(tx, path, { onboarding, hasWallet: account !== null, at });
            if (news)
              await mailInvestor(tx, deps, {
                customerId,
                template: 'onboarding-step',
                data: { step: news.state, held, ...(news.dueAt ? { dueAt: news.dueAt.toString() } : {}) },
              });
          } else if (to !== from && (to === 'verified' || to === 'refused' || to === 'outdated'))
            await mailInvestor(tx, deps, { customerId, template: 'identity-checked', data: { outcome: to, held } });
          await followCorrectionLater(tx, deps, customerId);
        },
      },
    );
  });
}

/**
 * The same for an SPV's KYB; a wallet that is not the SPV's any more changes nothing. By wallet too: a run that reads the SPV's former
 * wallet says nothing of the new one. Error: `internal-error`.
 */
function followSpv(deps: FollowDeps, { spvId, accountId }: { spvId: SpvId; accountId: string }): Promise<void> {
  return singleFlight(deps.db, `${spvId} ${accountId}`, async () => {
    await followProvider(
      deps,
      { spvId },
      {
        read: () => read(deps, { spvId }, accountId),
        write: async (tx, { account, onboarding }) => {
          const spv = await findSpv(tx, spvId);
          const path = await findPath(tx, { spvId });
          if (spv?.providerExternalId !== accountId) return;
          const at = deps.clock.now();
          if (!account && !onboarding) return markUnread(tx, { customerId: null, spvId, pathId: null }, at);
          const from = spv.kybStatus;
          const fromWallet = account ? nextKycStatus(from, account.kycStatus) : from;
          const to = onboarding ? nextOnboardingKycStatus(from, onboarding, account !== null) : fromWallet;
          const wallet = account && {
            rawStatus: account.rawStatus,
            blocked: isWalletBlocked(account) || onboarding?.status === 'blocked',
          };
          await changeKybStatus(tx, spvId, { from, to, accountId, wallet, at });
          if (path && onboarding) {
            const news = await writeReading(tx, path, { onboarding, hasWallet: account !== null, at });
            if (news) await tellTeam(tx, deps, `de la SPV ${spv.name}`, news.state);
          }
        },
      },
    );
  });
}

/** The same for a project owner, of whom nothing but the path is followed. Error: `internal-error`. */
function followOwner(deps: FollowDeps, pathId: string): Promise<void> {
  return singleFlight(deps.db, pathId, async () => {
    await followProvider(
      deps,
      {
        key: pathId,
        readVersion: (db) => readPathVersion(db, pathId),
        takeVersion: (tx, version) => takePathVersion(tx, pathId, version),
      },
      {
        read: async () => {
          const path = await findPathById(deps.db, pathId);
          if (!path?.providerAccountId) return null;
          const [onboarding, account] = await Promise.all([
            readOnboarding(deps, path.providerAccountId),
            readAccount(deps, path.walletId),
          ]);
          return onboarding && { path, onboarding, hasWallet: account !== null };
        },
        write: async (tx, loaded) => {
          const at = deps.clock.now();
          if (!loaded?.path.projectOwnerId) return markUnread(tx, { customerId: null, spvId: null, pathId }, at);
          const news = await writeReading(tx, loaded.path, { ...loaded, at });
          const name = (await findOwnerName(tx, loaded.path.projectOwnerId)) ?? '';
          if (news) await tellTeam(tx, deps, `du porteur de projet ${name}`, news.state);
        },
      },
    );
  });
}

async function read(deps: FollowDeps, holder: { customerId: CustomerId } | { spvId: SpvId }, accountId: string) {
  const path = await findPath(deps.db, holder);
  const providerAccountId = path?.providerAccountId ?? null;
  const [account, onboarding] = await Promise.all([
    readAccount(deps, accountId),
    providerAccountId === null ? null : readOnboarding(deps, providerAccountId),
  ]);
  return { account, path, onboarding };
}

/** Writes the path; what the holder or the team must hear of it, or null. */
async function writeReading(
  tx: Tx,
  path: Path,
  { onboarding, hasWallet, at }: { onboarding: OnboardingAccount; hasWallet: boolean; at: Temporal.Instant },
): Promise<{ state: NotifiedState; dueAt: Temporal.Instant | null } | null> {
  const reading = pathOf(path.state, onboarding, hasWallet);
  await writePathReading(tx, path.id, reading, at);
  const state = stateToNotify(path, reading);
  return state && { state, dueAt: reading.dueAt };
}

const TEAM_WORDS: Record<NotifiedState, string> = {
  interrupted: 'est interrompue',
  'under-analysis': 'est en cours d’analyse',
  'asked-again': 'demande des pièces complémentaires',
  accepted: 'est acceptée : le portefeuille est ouvert',
  'update-due': 'demande une mise à jour',
  outdated: 'n’est plus à jour : le portefeuille est bloqué',
  denied: 'est refusée',
};

function tellTeam(tx: Tx, deps: Pick<FollowDeps, 'jobs'>, whose: string, state: NotifiedState): Promise<void> {
  const text = `L’entrée en relation ${whose} chez le prestataire ${TEAM_WORDS[state]}.`;
  return enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text });
}

/** Null for an account that the provider does not know. Error: `internal-error` when the provider does not answer. */
async function readAccount(deps: FollowDeps, accountId: string): Promise<Account | null> {
  const answer = await deps.payments.getAccount(accountId);
  if (answer.ok) return answer.value;
  if (answer.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: answer });
  return null;
}

async function readOnboarding(deps: FollowDeps, onboardingAccountId: string): Promise<OnboardingAccount | null> {
  const answer = await deps.payments.getOnboardingAccount(onboardingAccountId);
  if (answer.ok) return answer.value;
  if (answer.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: answer });
  deps.log.warn({ onboardingAccountId }, 'onboarding account that the provider does not know');
  return null;
}

function stateOf(account: Account) {
  const { rawStatus, internalId, kind } = account;
  return { rawStatus, internalId, kind };
}

// Follows the provider on one wallet, of any holder.

/**
 * Reads the wallet of this id again and takes over its state, for the investor, the SPV or the owner that it belongs to; one of nobody
 * changes nothing. Deliveries at once share a reading. Error: `internal-error` when the provider does not answer.
 */
export async function followAccount(deps: FollowDeps, accountId: string): Promise<void> {
  const customerId = customerIdOf(accountId);
  const [spvs, path] = await Promise.all([
    findSpvsByAccount(deps.db, [accountId]),
    findPathOfAccount(deps.db, { providerAccountId: null, walletId: accountId }),
    customerId === undefined ? undefined : followHolder(deps, { customerId }),
  ]);
  const spv = spvs.get(accountId);
  if (spv) await followHolder(deps, { spvId: spv.id, accountId });
  if (path?.projectOwnerId) await followHolder(deps, { pathId: path.id });
}

// Whose an onboarding account is that the provider tells of.

/** What is read of a notification 49, 50, 53 or 54: the onboarding account, and the wallet it may belong to. */
export type OnboardingHint = { onboardingAccountId: string; extId: string | null };

/**
 * The wallet of an onboarding account. One that is linked to nobody yet is linked to the holder of the wallet that the provider itself
 * names: a path of ours whose creation stayed without an answer, or an investor whose KYC never began as v1.
 */
export async function accountOfOnboarding(deps: FollowDeps, hint: OnboardingHint): Promise<string | undefined> {
  const { onboardingAccountId, extId } = hint;
  const known = await findPathOfAccount(deps.db, { providerAccountId: onboardingAccountId, walletId: extId });
  if (known?.providerAccountId === onboardingAccountId) return known.walletId;
  const customerId = extId === null ? undefined : customerIdOf(extId);
  const isOurs = known !== undefined || (customerId !== undefined && (await hasCustomer(deps.db, customerId)));
  if (isOurs) {
    const read = await deps.payments.getOnboardingAccount(onboardingAccountId);
    if (!read.ok && read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
    const walletId = known?.walletId ?? customerId;
    const named = read.ok ? read.value.accountId : undefined;
    const isAgreed = named !== undefined && (named === null || named.toLowerCase() === walletId?.toLowerCase());
    if (isAgreed && walletId !== undefined) return link(deps, { known, customerId, onboardingAccountId, walletId });
  }
  deps.log.warn({ onboardingAccountId }, 'notification of an onboarding account of nobody');
  return undefined;
}

async function link(
  deps: FollowDeps,
  of: { known: Path | undefined; customerId: CustomerId | undefined; onboardingAccountId: string; walletId: string },
): Promise<string | undefined> {
  const { known, customerId, onboardingAccountId, walletId } = of;
  try {
    await inTransaction(deps.db, async (tx) => {
      if (known) await linkPath(tx, known, onboardingAccountId);
      else if (customerId !== undefined) await linkInvestor(tx, deps, customerId, onboardingAccountId);
    });
  } catch (error) {
    // Another delivery linked the same account first.
    if (violatedConstraint(error) !== 'onboarding_provider_account_id_key') throw error;
    return (await findPathOfAccount(deps.db, { providerAccountId: onboardingAccountId, walletId: null }))?.walletId;
  }
  return walletId;
}

/** A path of ours whose creation was not answered: the account fixes their identity, as after an answer. */
async function linkPath(tx: Tx, { id, customerId, kind }: Path, providerAccountId: string): Promise<void> {
  await writeProviderAccount(tx, id, { providerAccountId });
  if (customerId) await fixProviderKind(tx, customerId, kind === 'individual' ? 'individual' : 'legal');
}

/** Makes an investor v2 whose onboarding began at the provider itself; nothing for one who has begun as v1, or has another account. */
async function linkInvestor(
  tx: Tx,
  { clock }: Pick<FollowDeps, 'clock'>,
  customerId: CustomerId,
  onboardingAccountId: string,
): Promise<void> {
  const customer = await lockCustomer(tx, customerId);
  if (!customer || (await findPath(tx, { customerId }))) return;
  const hasBegun = customer.kycStatus !== 'notStarted' || (await hasHandedIn(tx, customerId));
  if (customer.onboardingVersion === 'v1' && hasBegun) return;
  const kind = customer.customerType === 'business' ? 'company' : 'individual';
  const path = await openPathRow(tx, { customerId }, { walletId: customerId, kind, at: clock.now() });
  await writeProviderAccount(tx, path.id, { providerAccountId: onboardingAccountId });
  await makeV2(tx, customerId);
}
