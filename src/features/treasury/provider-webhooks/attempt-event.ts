// Handles a stored notification once and tells how it went; whoever asked writes that down.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import { handleNotification } from './handle-notification.ts';
import type { EventOutcome, StoredEvent } from './rules.ts';

/** A replay would meet these again. */
const FINAL: readonly string[] = [VALIDATION_FAILED, PAYLOAD_MISSING_IDS];

/** Throws nothing that {@link handleNotification} throws: it is the outcome. */
export async function attemptEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  { name, payload }: StoredEvent,
): Promise<EventOutcome> {
  try {
    await handleNotification(deps, name, payload);
    return { state: 'handled' };
  } catch (error) {
    const code = error instanceof AppError ? error.code : String(error);
    return { state: FINAL.includes(code) ? 'ignored' : 'failed', code, error };
  }
}
