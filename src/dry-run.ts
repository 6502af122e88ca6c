// The parts of a dry run: the books of a transaction that is taken back, and external services that are only asked.

import { randomInt } from 'node:crypto';
import { createCache } from './core/cache.ts';
import type { Database } from './core/db/pool.ts';
import type { AppDeps } from './deps.ts';
import type { OnDebit } from './features/operations/approvals/index.ts';
import type { PaymentProvider, ProviderFailure } from './providers/payments/index.ts';
import { onIncidentOf, onPasswordReplacedOf, settlementsOf, type UnboundDeps } from './worker.ts';

/**
 * The same service on the database of a rehearsal (core/db/rehearsal.ts). Each transfer that would be sent succeeds, and so do orders and
 * cancellations of direct debits, which `onDebit` is told of.
 */
export function dryRunDeps(deps: AppDeps, db: Database, onDebit: OnDebit): AppDeps {
  return bindDeps({
    ...deps,
    db,
    // What is read there is never committed, so it must not be kept.
    cache: createCache(),
    jobs: { ...deps.jobs, announce: () => {} },
    payments: askedOnly(deps, onDebit),
    mover: {
      ...deps.mover,
      isRehearsal: true,
      // A bank takes days for a pay-out, and no request waits for that.
      send: async ({ kind }) => ({ status: kind === 'payOut' ? 'pending' : 'succeeded', paymentId: unusedId() }),
    },
    storage: { ...deps.storage, put: async () => {}, delete: async () => {} },
  });
}

/** What depends on the other parts. */
export function bindDeps(deps: UnboundDeps): AppDeps {
  return {
    ...deps,
    settlements: settlementsOf(deps),
    onIncident: onIncidentOf(deps),
    onPasswordReplaced: onPasswordReplacedOf(deps),
  };
}

const MOST_IDS = 2 ** 47;

/** Of a movement that does not exist. Two dry runs at once must not have the same one, for which one would wait. */
function unusedId(): number {
  return -randomInt(1, MOST_IDS);
}

/** The provider's own word for a debit that is to be collected; nothing but support reads it. */
const PENDING = 16;

const ASKS = /^(get|list|find)[A-Z]/;

function askedOnly({ payments, clock }: Pick<AppDeps, 'payments' | 'clock'>, onDebit: OnDebit): PaymentProvider {
  const refuse = async (): Promise<ProviderFailure> => ({
    ok: false,
    kind: 'unavailable',
    message: 'a dry run changes nothing at the provider',
  });
  const methods = Object.entries(payments).map(([name, call]) => [name, ASKS.test(name) ? call : refuse]);
  return {
    // Border: every method is there under its name, and every method may fail.
    ...(Object.fromEntries(methods) as PaymentProvider),
    createDirectDebit: async ({ accountId, amountCents, reference, comment, collectionDate: scheduledDate }) => {
      onDebit({ action: 'order', accountId, amountCents });
      const movement = { status: 'pending', rawStatus: PENDING, createdAt: clock.now(), executedAt: null } as const;
      return { ok: true, value: { ...movement, debitId: unusedId(), accountId, amountCents, reference, comment, scheduledDate } };
    },
    cancelDirectDebit: async (accountId, debitId, context) => {
      const found = await payments.getDirectDebit({ debitId }, context);
      if (!found.ok) return found;
      if (found.value?.status !== 'pending') return { ok: false, kind: 'conflict', message: 'it is collected' };
      onDebit({ action: 'cancel', accountId, amountCents: found.value.amountCents });
      return { ok: true, value: { ...found.value, status: 'canceled' } };
    },
  };
}
