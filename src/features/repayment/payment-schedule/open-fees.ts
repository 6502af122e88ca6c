// Transfers of management fees without an outcome, in a schedule as it is read.

import type { Database } from '../../../core/db/pool.ts';
import { readOpenPaymentsOf } from '../../../money/payments/index.ts';
import type { Schedule } from './schedule-queries.ts';
import type { ScheduleView } from './schemas.ts';

/** The view with the open payment of each fee whose transfer is on its way. */
export async function withOpenFees(db: Database, view: ScheduleView, { echeances }: Schedule): Promise<ScheduleView> {
  const pending = echeances.filter(({ managementFeesStatus }) => managementFeesStatus === 'pending');
  const open = await readOpenPaymentsOf(db, { purpose: 'management-fees', subjectIds: pending.map(({ id }) => id) });
  return {
    ...view,
    echeances: view.echeances.map((echeance) => {
      const openPayment = open.get(echeance.id);
      return openPayment ? { ...echeance, managementFees: { ...echeance.managementFees, openPayment } } : echeance;
    }),
  };
}
