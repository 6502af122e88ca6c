// Routes of the reconciliation (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { bookMovement, takeBackMovement } from './book-movement.ts';
import { listDifferences, listMovements } from './differences.ts';
import { bookMovementErrors, takeBackMovementErrors } from './errors.ts';
import {
  DifferencesPage,
  DifferencesQuery,
  MovementBooking,
  MovementParams,
  MovementsPage,
  MovementTakeBack,
  MovementView,
} from './schemas.ts';

/** Registers the group. */
export function reconciliationRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/reconciliation/differences',
    operationId: 'listDifferences',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Wallets whose balance at the provider is not that of the books, as the nightly comparison saw them, newest first.',
    query: DifferencesQuery,
    answer: DifferencesPage,
    reads: 'replica',
    handle: ({ db, query }) => listDifferences({ db }, query),
  });
  route(app, {
    method: 'GET',
    url: '/administration/reconciliation/movements',
    operationId: 'listUnknownMovements',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Movements at the provider that the books do not know, of wallets that differ, the latest first.',
    query: DifferencesQuery,
    answer: MovementsPage,
    reads: 'replica',
    handle: ({ db, query }) => listMovements({ db }, query),
  });
  const booking = {
    method: 'POST',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    idempotency: 'key',
    params: MovementParams,
    answer: MovementView,
    moves: deps,
  } as const;
  route(app, {
    ...booking,
    url: '/administration/reconciliation/movements/:movementId/book',
    operationId: 'bookMovement',
    summary: 'Books a movement at the provider that nobody here ordered, on the accounts of both sides.',
    body: MovementBooking,
    errors: bookMovementErrors,
    audit: 'MOVEMENT_BOOK',
    handle: ({ params, body, audit, idempotency }, deps) => bookMovement(deps, { ...params, booking: body, audit, idempotency }),
  });
  route(app, {
    ...booking,
    url: '/administration/reconciliation/movements/:movementId/take-back',
    operationId: 'takeBackMovement',
    summary: 'Takes the booking of such a movement back, as long as its money is where the booking put it.',
    body: MovementTakeBack,
    errors: takeBackMovementErrors,
    audit: 'MOVEMENT_TAKE_BACK',
    handle: ({ params, body, audit, idempotency }, deps) => takeBackMovement(deps, { ...params, ...body, audit, idempotency }),
  });
}
