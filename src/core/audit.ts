// The append-only audit log of administrators' actions: one row per change, written in the transaction of the change; that of a
// payment with its order, before the provider can have it.

import type { Tx } from './db/transaction.ts';
import { newId } from './ids.ts';

/** The acting administrator, taken from the session. */
export type Administrator = { administratorId: string; email: string };

/** The administrator of what a command does: it has no session. */
export const COMMAND_LINE: Administrator = {
  administratorId: '00000000-0000-0000-0000-000000000000',
  email: 'command-line',
};

/**
 * One audit row; `kind` is a literal of the documents or of docs/assumptions.md, `payload` never holds secrets. `paymentId`: the payment
 * that was ordered, whose state is the outcome.
 */
export type AdminAction = {
  kind: string;
  administrator: Administrator;
  target?: { type: string; id: string };
  payload?: Readonly<Record<string, unknown>>;
  paymentId?: string;
  at: Temporal.Instant;
};

/** Writes the audit row in `tx`. */
export async function recordAdminAction(tx: Tx, action: AdminAction): Promise<void> {
  await tx
    .insertInto('admin_action')
    .values({
      id: newId(),
      kind: action.kind,
      administrator_id: action.administrator.administratorId,
      administrator_email: action.administrator.email,
      target_type: action.target?.type ?? null,
      target_id: action.target?.id ?? null,
      payload: JSON.stringify(action.payload ?? {}),
      payment_id: action.paymentId ?? null,
      created_at: action.at,
    })
    .execute();
}
