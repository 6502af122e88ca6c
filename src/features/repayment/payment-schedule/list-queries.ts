// SQL of lists of echeances over all schedules: those of a month, and those whose capital is still to be paid back.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { selectEcheances } from './queries.ts';

/** Echeances with their projects. */
function selectWithProject(db: Database) {
  return selectEcheances(db)
    .innerJoin('property', 'property.id', 'echeance.property_id')
    .select(['property.name as propertyName', 'property.financial_status as financialStatus', 'property.spv_id as spvId']);
}

/** An echeance with the project it belongs to. */
export type EcheanceWithProjectRow = Awaited<ReturnType<ReturnType<typeof selectWithProject>['executeTakeFirstOrThrow']>>;

/** The echeances of one month over all schedules, by project name. */
export async function listEcheancesOfPeriod(db: Database, period: string): Promise<EcheanceWithProjectRow[]> {
  return selectWithProject(db).where('echeance.period', '=', period).orderBy('property.name').orderBy('property.id').execute();
}

/**
 * Echeances over all schedules on which capital is still to be paid back and not given up, by due date; one more than `limit` when there are more.
 * `after`: the echeance before the first. The page is cut by what the echeances say of themselves, and only then are payments summed.
 */
export async function listUnpaidCapital(
  db: Database,
  { propertyId, limit, after }: { propertyId?: PropertyId | undefined; limit: number; after: string | undefined },
): Promise<EcheanceWithProjectRow[]> {
  let page = db
    .selectFrom('echeance as unpaid')
    .select('unpaid.id')
    .where(sql<boolean>`unpaid.capital_repayment_due_cents > unpaid.capital_paid_cents`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('give_up')
            .select('give_up.id')
            .whereRef('give_up.property_id', '=', 'unpaid.property_id')
            .where('give_up.taken_back_at', 'is', null),
        ),
      ),
    );
  if (propertyId !== undefined) page = page.where('unpaid.property_id', '=', propertyId);
  if (after !== undefined)
    page = page.where(sql<boolean>`
      (unpaid.due_date, unpaid.id) > (select before.due_date, before.id from echeance before where before.id = ${after}::uuid)`);
  return selectWithProject(db)
    .where('echeance.id', 'in', (eb) =>
      eb
        .selectFrom(
          page
            .orderBy('unpaid.due_date')
            .orderBy('unpaid.id')
            .limit(limit + 1)
            .as('page'),
        )
        .select('page.id'),
    )
    .orderBy('echeance.due_date')
    .orderBy('echeance.id')
    .execute();
}
