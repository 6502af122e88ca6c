// GET /administration/property/payment-schedule/wire-to-be-assigned: what waits for its echeance.

import type { AppDeps } from '../../../deps.ts';
import { listWaitingPayments } from './queries.ts';
import { toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';

/** Waiting records of every kind, newest first. */
export async function listWaitingWires({ db }: Pick<AppDeps, 'db'>): Promise<WireRecord[]> {
  return (await listWaitingPayments(db)).map(toWireRecord);
}
