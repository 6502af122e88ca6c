// The payments whose echeance is beyond doubt, so that an administrator assigns them together after one look.

import type { Database } from '../../../core/db/pool.ts';
import type { AppDeps } from '../../../deps.ts';
import { readOpenPayments } from '../../../money/payments/index.ts';
import { readSchedule } from '../payment-schedule/index.ts';
import { openEcheances, toPaymentView } from './read-payments.ts';
import { type OpenEcheance, paymentOf, suggest, sureOf } from './rules.ts';
import type { SureSuggestions } from './schemas.ts';
import { findOldestWaiting, type HistoryRow, listSchedulesOpenTo } from './shown-queries.ts';

/** As many payments as somebody reads on one sheet. */
const MOST = 50;

/**
 * GET .../payments-to-be-assigned/sure-suggestions: of the oldest fifty payments that wait and can be assigned now, those of which
 * `sureOf` doubts nothing. Of two payments for the same part of an echeance only the older one is among them.
 */
export async function listSureSuggestions({ db }: Pick<AppDeps, 'db'>): Promise<SureSuggestions> {
  const rows = (await findOldestWaiting(db, MOST)).filter(isFree);
  const open = await readOpenPayments(db, rows.map(paymentOf));
  const known = new Map<string, Promise<OpenEcheance[]>>();
  const taken = new Set<string>();
  const items: SureSuggestions['items'] = [];
  for (const row of rows) {
    const suggestion = sureOf(suggest(row, await echeancesOpenTo(db, row, known)));
    if (!suggestion) continue;
    const part = `${suggestion.echeance.id} ${suggestion.paymentFor}`;
    if (taken.has(part)) continue;
    taken.add(part);
    items.push({ payment: toPaymentView(row, open), suggestion });
  }
  return { items };
}

/** Its money is there, and on its way to no other project. */
function isFree({ switchingToPropertyId, source, providerWireId }: HistoryRow): boolean {
  return switchingToPropertyId === null && (source !== 'p2pAuto' || providerWireId !== null);
}

/** Many payments are of the same project: each schedule is read once. */
async function echeancesOpenTo(
  db: Database,
  payment: HistoryRow,
  known: Map<string, Promise<OpenEcheance[]>>,
): Promise<OpenEcheance[]> {
  const projects = await listSchedulesOpenTo(db, payment);
  const lists = projects.map(({ id }) => {
    const list = known.get(id) ?? readSchedule(db, id).then((schedule) => (schedule ? openEcheances(schedule) : []));
    known.set(id, list);
    return list;
  });
  return (await Promise.all(lists)).flat();
}
