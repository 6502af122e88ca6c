// POST /customers/provider/webhook/charge-back: money was taken back from a wallet.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { ChargebackNotification, Payout, ProviderResult } from '../../../providers/payments/index.ts';
import { chargeBacksJob } from './charge-back-jobs.ts';
import { type ChargeBackKey, findSpvOfAccount, recordChargeBack } from './charge-back-queries.ts';
import { CHARGE_BACK_NOT_FETCHED } from './errors.ts';
import { customerExists } from './queries.ts';
import { bookingOfSpv, consequencesOf, customerIdOf } from './rules.ts';
import { settleChargeBack } from './settle-charge-back.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/**
 * 1. read the money-out at the provider; 2. whose wallet: investor, SPV and its projects; 3. alert the team, whatever was
 * read, and write the job that follows it to its end (notifications.md#charge-backs); 4. freeze the investor and book what was
 * taken: a failure of this is told and left to the job. Of an SPV's wallet: nobody is frozen; a direct debit is taken off its
 * echeance. Unknown money-out, or another wallet's movement: nothing after the alert.
 * Error: `provider-webhook-charge-back-not-fetched`.
 */
export async function followChargeBack(deps: Deps, notified: ChargebackNotification): Promise<void> {
  const read = await deps.payments.getPayOut({ payoutId: notified.transactionId });
  const candidate = customerIdOf(notified.extId);
  const customerId = candidate !== undefined && (await customerExists(deps.db, candidate)) ? candidate : undefined;
  const key = { payoutId: notified.transactionId, accountId: customerId ?? notified.extId };
  const spv = await findSpvOfAccount(deps.db, notified.extId);
  await recordAndTell(deps, { notified, key, customerId, spv, read });
  if (!read.ok) throw new AppError(CHARGE_BACK_NOT_FETCHED, { cause: read });
  const payout = read.value;
  if (!payout) return;
  const isToFollow =
    customerId === undefined
      ? spv !== undefined && bookingOfSpv(payout, notified.extId) !== 'never'
      : consequencesOf(payout, customerId).freeze;
  if (!isToFollow) return;
  await settleChargeBack(deps, { key, customerId, payout }).catch((error: unknown) =>
    tellOfFailure(deps, { customerId, key, error }),
  );
}

type Seen = {
  notified: ChargebackNotification;
  key: ChargeBackKey;
  customerId: string | undefined;
  spv: Awaited<ReturnType<typeof findSpvOfAccount>>;
  read: ProviderResult<Payout | null>;
};

/** Once, and once more when only a later delivery could tell what it is about. */
async function recordAndTell(deps: Deps, { notified, key, customerId, spv, read }: Seen): Promise<void> {
  const payout = read.ok ? read.value : null;
  const { freeze, book } = payout
    ? whatFollows(payout, { notified, customerId, spv })
    : { freeze: false, book: 'never' as const };
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const isNews = await recordChargeBack(tx, key, {
      customerId: customerId ?? null,
      fetchedAt: payout ? at : null,
      freezeState: freeze ? 'open' : 'none',
      bookingState: book === 'never' ? 'none' : 'open',
      at,
    });
    if (!isNews) return;
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: describeChargeBack({ notified, customerId, spv, read }),
    });
    if (freeze || book !== 'never') await deps.jobs.enqueue(tx, chargeBacksJob, {});
  });
}

function whatFollows(payout: Payout, { notified, customerId, spv }: Omit<Seen, 'key' | 'read'>) {
  if (customerId !== undefined) return consequencesOf(payout, customerId);
  return { freeze: false, book: spv ? bookingOfSpv(payout, notified.extId) : ('never' as const) };
}

/** Everything known by now: whose wallet, which projects, and what the provider says of the movement. */
function describeChargeBack({ notified, customerId, spv, read }: Omit<Seen, 'key'>): string {
  const { extId, transactionId, comment } = notified;
  const owners = [
    ...(customerId === undefined ? [] : [`le client ${customerId}`]),
    ...(spv === undefined ? [] : [`le SPV ${spv.name}, ${projectsOf(spv.projects)}`]),
  ];
  const whose = owners.length > 0 ? owners.join(' et ') : `le compte ${extId}, que personne n’a ici`;
  const said = comment.trim() === '' ? '' : ` Commentaire : ${comment.trim()}.`;
  return `Rejet bancaire ${transactionId} sur ${whose} : ${movementOf(extId, read)}.${said}`;
}

function projectsOf(projects: readonly { id: string; name: string }[]): string {
  if (projects.length === 0) return 'sans projet';
  return `projets ${projects.map(({ id, name }) => `${name} (${id})`).join(', ')}`;
}

function movementOf(extId: string, read: ProviderResult<Payout | null>): string {
  if (!read.ok) return 'le prestataire n’a pas pu être interrogé';
  if (!read.value) return 'le prestataire ne connaît pas ce mouvement';
  const { accountId, amountCents, originId } = read.value;
  const origin = originId === null ? 'sans versement repris' : `repris du versement ${originId}`;
  const other = accountId.toLowerCase() === extId.toLowerCase() ? '' : `, sur un autre compte (${accountId})`;
  return `${formatEuros(amountCents)} ${origin}${other}`;
}

/**
 * The notification is answered all the same; the job, written with the alert above, tries again (notifications.md#charge-backs).
 */
async function tellOfFailure(
  deps: Deps,
  { customerId, key, error }: { customerId: string | undefined; key: ChargeBackKey; error: unknown },
): Promise<void> {
  deps.log.error({ err: error, customerId, payoutId: key.payoutId }, 'charge-back not followed to its end');
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text:
        customerId === undefined
          ? `Rejet bancaire ${key.payoutId} : le compte ${key.accountId} n’a pas encore pu être débité dans nos livres. Nouvel essai à suivre.`
          : `Rejet bancaire ${key.payoutId} : le client ${customerId} n’a pas encore pu être gelé. Nouvel essai à suivre.`,
    }),
  );
}
