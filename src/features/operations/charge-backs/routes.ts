// The list of charge-backs, for administrators (extension).

import type { FastifyInstance } from 'fastify';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findHolders } from '../reconciliation/index.ts';
import { findChargeBacks } from './queries.ts';
import { ChargeBacksPage, ChargeBacksQuery } from './schemas.ts';

/** Registers the route. */
export function chargeBackRoutes(app: FastifyInstance, { db }: Pick<AppDeps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/charge-backs',
    operationId: 'listChargeBacks',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Money that a bank took back, and what is left to do about it, newest first.',
    query: ChargeBacksQuery,
    answer: ChargeBacksPage,
    handle: async ({ query: { limit, cursor, ...filters } }) => {
      const rows = await findChargeBacks(db, { ...filters, limit, after: decodeCursor(cursor) });
      const holders = await findHolders(
        db,
        rows.map(({ accountId }) => accountId),
      );
      return toPage(
        rows,
        limit,
        ({ firstSeenAt: at, id }) => ({ at, id }),
        ({ firstSeenAt, shortfallReportedAt, ...row }) => ({
          ...row,
          holder: holders.get(row.accountId) ?? null,
          // What was short may have come in since: booked, it is short no more.
          isShort: shortfallReportedAt !== null && row.booking === 'open',
          firstSeenAt: firstSeenAt.toString(),
        }),
      );
    },
  });
}
