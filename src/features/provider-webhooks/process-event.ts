// Handles a stored notification and notes how it went: done, not usable, or to be replayed.

import { inTransaction } from '../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import { handleNotification } from './handle-notification.ts';
import { markFailed, markProcessed } from './queries.ts';
import type { NotificationName } from './rules.ts';

/** A replay would meet these again. */
const FINAL: readonly string[] = [VALIDATION_FAILED, PAYLOAD_MISSING_IDS];

/** Errors: those of {@link handleNotification}, after they were noted with the event. */
export async function processEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  event: { id: string; name: NotificationName; payload: unknown },
): Promise<void> {
  try {
    await handleNotification(deps, event.name, event.payload);
  } catch (error) {
    const code = error instanceof AppError ? error.code : String(error);
    const isFinal = FINAL.includes(code);
    await inTransaction(deps.db, (tx) =>
      isFinal ? markProcessed(tx, event.id, { at: deps.clock.now(), refusal: code }) : markFailed(tx, event.id, code),
    );
    throw error;
  }
  await inTransaction(deps.db, (tx) => markProcessed(tx, event.id, { at: deps.clock.now() }));
}
