// What follows whenever a password, a second factor or an address was replaced, by whichever way (A-mfa-15, access.md#what-replaces-what).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { endOtherSessions, endSignIns } from '../session/index.ts';
import { findOwner, insertCredentialChange } from './credential-queries.ts';
import { tellFormerAddressJob } from './jobs.ts';
import { endCodes } from './queries.ts';
import { type CredentialChangeKind, REPLACEMENTS } from './replacements.ts';
import { securityUrl } from './rules.ts';

type Deps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;

/** For so long the former address can undo the change by the link in its notice, and no other account can take that address. */
const UNDO_DAYS = 7;

/**
 * `session`: the one that may go on, where the table lets one. `formerEmail`, `hadSecondFactor`: of a change of address, before it.
 * `passkeys`: of an investor whose password was reset, for the mail.
 */
export type CredentialChange = {
  userId: string;
  by: CredentialChangeKind;
  session?: string | undefined;
  formerEmail?: string;
  hadSecondFactor?: boolean;
  passkeys?: { ended: number; kept: readonly { name: string; registeredAt: string }[] };
};

/**
 * In the transaction of the change, after it, with the customer locked: 1. ends all that the old credential opened, 2. notes the change,
 * from which withdrawals to new bank accounts are delayed, 3. tells the owner.
 */
export async function credentialChanged(tx: Tx, deps: Deps, change: CredentialChange): Promise<void> {
  const { userId, by, formerEmail, hadSecondFactor = false } = change;
  const owner = await findOwner(tx, userId);
  const kept = REPLACEMENTS[by].keeps === 'no-session' ? undefined : change.session;
  await endOtherSessions(tx, { userId, exceptSessionId: kept });
  await endSignIns(tx, { userId, emails: formerEmail === undefined ? [owner.email] : [owner.email, formerEmail] });
  await endCodes(tx, owner.customerId ?? userId);

  const at = deps.clock.now();
  const undoUntil = at.add({ hours: 24 * UNDO_DAYS });
  const undo = by === 'email-update' ? { undoUntil, hadSecondFactor } : undefined;
  const changeId = await insertCredentialChange(tx, { userId, by, at, formerEmail, undo });

  const { replaces } = REPLACEMENTS[by];
  if (replaces === 'address') await deps.jobs.enqueue(tx, tellFormerAddressJob, { changeId });
  const notice = noticeOf(by, {
    at,
    isAdministrator: owner.customerId === null,
    enabled: owner.hasSecondFactor,
    email: owner.email,
    url: securityUrl(deps.config),
    ...(change.passkeys === undefined ? {} : { passkeys: change.passkeys }),
  });
  if (!notice) return;
  const firstName = owner.firstName === null ? {} : { firstName: owner.firstName };
  await enqueueEmail(tx, deps, {
    ...notice,
    to: owner.email,
    ...(owner.customerId === null ? {} : { customerId: owner.customerId }),
    data: { ...notice.data, ...firstName },
  });
}

/** The notice to the present address, where the table says so. */
function noticeOf(
  by: CredentialChangeKind,
  {
    at,
    isAdministrator,
    enabled,
    email,
    url,
    passkeys,
  }: { at: Temporal.Instant; isAdministrator: boolean; enabled: boolean; email: string; url: string } & Pick<
    CredentialChange,
    'passkeys'
  >,
) {
  const changedAt = at.toString();
  switch (REPLACEMENTS[by].replaces) {
    case 'password':
      return {
        template: 'password-changed' as const,
        data: { changedAt, isAdministrator, ...(passkeys === undefined ? {} : { passkeys }) },
      };
    case 'second-factor':
      return noticeOfFactor(by, { changedAt, isAdministrator, enabled, email, url });
    case 'address':
      return by === 'email-update-undo' ? { template: 'email-restored' as const, data: { changedAt } } : undefined;
  }
}

function noticeOfFactor(
  by: CredentialChangeKind,
  {
    changedAt,
    isAdministrator,
    enabled,
    email,
    url,
  }: { changedAt: string; isAdministrator: boolean; enabled: boolean; email: string; url: string },
) {
  switch (by) {
    case 'mfa-enabled-update':
      return { template: 'second-factor-changed' as const, data: { changedAt, isAdministrator, enabled } };
    case 'passkey-registration':
    case 'passkey-removal':
      return { template: 'passkeys-changed' as const, data: { what: by, changedAt } };
    case 'first-factor':
    case 'factor-registration':
    case 'factor-removal':
    case 'recovery-codes':
    case 'factor-reset':
      return { template: 'administrator-factors-changed' as const, data: { what: by, email, changedAt, url } };
  }
}
