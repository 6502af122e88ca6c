// Effect of the notification charge-back: money was taken back from a wallet.

import { formatEuros } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { isTracing, linkTo } from '../../../core/telemetry/trace.ts';
import { readTraceOfPayment } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { ChargebackNotification, Payout, ProviderResult } from '../../../providers/payments/index.ts';
import { hasCustomer } from '../../access/customers/index.ts';
import { customerIdOf } from '../../access/online-onboarding/index.ts';
import { findSpvsByAccount } from '../../projects/spvs/index.ts';
import { readTraceOfDebit } from '../../repayment/direct-debits/index.ts';
import { CHARGE_BACK_NOT_FETCHED } from './errors.ts';
import { chargeBacksJob } from './jobs.ts';
import { type ChargeBackKey, listProjectsOfSpv, recordChargeBack } from './queries.ts';
import { bookingOfSpv, consequencesOf } from './rules.ts';
import { type ChargeBackDeps, settleChargeBack } from './settle-charge-back.ts';

/**
 * 1. read the pay-out at the provider; 2. find whose wallet it is: an investor's, or an SPV's with its projects; 3. alert the team,
 * whatever was read, and enqueue the job that retries what follows (notifications.md#charge-backs); 4. freeze the investor and book
 * the amount, or take a direct debit of an SPV's wallet off its echeance: a failure is alerted and left to the job. An unknown
 * pay-out, or one of another wallet, ends with the alert. Error: `provider-webhook-charge-back-not-fetched`.
 */
export async function followChargeBack(deps: ChargeBackDeps, notified: ChargebackNotification): Promise<void> {
  const read = await deps.payments.getPayOut({ payoutId: notified.transactionId });
  if (isTracing()) await linkToOrigin(deps, notified.transactionId, read.ok ? read.value : null);
  const candidate = customerIdOf(notified.extId);
  const customerId = candidate !== undefined && (await hasCustomer(deps.db, candidate)) ? candidate : undefined;
  const key = { payoutId: notified.transactionId, accountId: customerId ?? notified.extId };
  const spv = await findSpvOfAccount(deps, notified.extId);
  await recordAndAlert(deps, { notified, key, customerId, spv, read });
  if (!read.ok) throw new AppError(CHARGE_BACK_NOT_FETCHED, { cause: read });
  const payout = read.value;
  if (!payout) return;
  const isToFollow =
    customerId === undefined
      ? spv !== undefined && bookingOfSpv(payout, notified.extId) !== 'never'
      : consequencesOf(payout, customerId).freeze;
  if (!isToFollow) return;
  await settleChargeBack(deps, { key, customerId, payout }).catch((error: unknown) =>
    alertFailure(deps, { customerId, key, error }),
  );
}

/** The trace of the notification leads to that of what it is about: a pay-out of ours, or the direct debit that was taken back. */
async function linkToOrigin({ db }: Pick<ChargeBackDeps, 'db'>, payoutId: number, payout: Payout | null): Promise<void> {
  linkTo(await readTraceOfPayment(db, { kind: 'payOut', providerPaymentId: payoutId }));
  if (payout && payout.originId !== null) linkTo(await readTraceOfDebit(db, payout.originId));
}

type SpvOfAccount = { name: string; projects: readonly { id: string; name: string }[] };

async function findSpvOfAccount({ db }: Pick<ChargeBackDeps, 'db'>, accountId: string): Promise<SpvOfAccount | undefined> {
  const spv = (await findSpvsByAccount(db, [accountId])).get(accountId);
  return spv && { name: spv.name, projects: await listProjectsOfSpv(db, spv.id) };
}

type Facts = {
  notified: ChargebackNotification;
  key: ChargeBackKey;
  customerId: CustomerId | undefined;
  spv: SpvOfAccount | undefined;
  read: ProviderResult<Payout | null>;
};

/** Alerts at the first delivery, and once more when only a later one could fetch the pay-out. */
async function recordAndAlert(deps: ChargeBackDeps, { notified, key, customerId, spv, read }: Facts): Promise<void> {
  const payout = read.ok ? read.value : null;
  const { freeze, book } = payout
    ? consequencesFor(payout, { notified, customerId, spv })
    : { freeze: false, book: 'never' as const };
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const isNew = await recordChargeBack(tx, key, {
      customerId: customerId ?? null,
      fetchedAt: payout ? at : null,
      freezeState: freeze ? 'open' : 'none',
      bookingState: book === 'never' ? 'none' : 'open',
      at,
    });
    if (!isNew) return;
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: describeChargeBack({ notified, customerId, spv, read }),
    });
    if (freeze || book !== 'never') await deps.jobs.enqueue(tx, chargeBacksJob, {});
  });
}

function consequencesFor(payout: Payout, { notified, customerId, spv }: Omit<Facts, 'key' | 'read'>) {
  if (customerId !== undefined) return consequencesOf(payout, customerId);
  return { freeze: false, book: spv ? bookingOfSpv(payout, notified.extId) : ('never' as const) };
}

/** The alert: whose wallet, which projects, and what the provider says about the movement. */
function describeChargeBack({ notified, customerId, spv, read }: Omit<Facts, 'key'>): string {
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

/** The failure does not change the answer to the provider: the job that was enqueued above retries (notifications.md#charge-backs). */
async function alertFailure(
  deps: ChargeBackDeps,
  { customerId, key, error }: { customerId: CustomerId | undefined; key: ChargeBackKey; error: unknown },
): Promise<void> {
  deps.log.error({ err: error, customerId, payoutId: key.payoutId }, 'charge-back not settled');
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
