// Handles a stored notification and notes how it went: done, not usable, or to be replayed.

import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import { handleNotification } from './handle-notification.ts';
import { markFailed, markProcessed } from './queries.ts';
import type { EventState, NotificationName } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** An event to handle: its payload is what the provider sent. */
type StoredEvent = { id: string; name: NotificationName; payload: unknown };

/** How the handling ended, and the error that it ended with. */
export type EventOutcome = { state: Exclude<EventState, 'unhandled'>; error?: unknown };

/** A replay would meet these again. */
const FINAL: readonly string[] = [VALIDATION_FAILED, PAYLOAD_MISSING_IDS];

/** Errors: those of {@link handleNotification}, after they were noted with the event. */
export async function processEvent(deps: Deps, event: StoredEvent): Promise<void> {
  const { state, error } = await attemptEvent(deps, event);
  if (state !== 'handled') throw error;
}

/** The same for who wants to know how it went; `alongside` joins the transaction that notes it. */
export async function attemptEvent(
  deps: Deps,
  event: StoredEvent,
  alongside: (tx: Tx, outcome: EventOutcome) => Promise<void> = async () => {},
): Promise<EventOutcome> {
  const outcome = await outcomeOf(deps, event);
  await inTransaction(deps.db, async (tx) => {
    const { state, error } = outcome;
    const code = error instanceof AppError ? error.code : String(error);
    if (state === 'failed') await markFailed(tx, event.id, code);
    else await markProcessed(tx, event.id, { at: deps.clock.now(), ...(state === 'ignored' ? { refusal: code } : {}) });
    await alongside(tx, outcome);
  });
  return outcome;
}

async function outcomeOf(deps: Deps, { name, payload }: StoredEvent): Promise<EventOutcome> {
  try {
    await handleNotification(deps, name, payload);
    return { state: 'handled' };
  } catch (error) {
    return { state: error instanceof AppError && FINAL.includes(error.code) ? 'ignored' : 'failed', error };
  }
}
