// HTTP of what an archived or mistaken payment may still become.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { WireRecord } from '../incoming-wires/index.ts';
import { returnWire, unarchiveWire } from './archived-wires.ts';
import { returnErrors, unarchiveErrors } from './errors.ts';
import { ReturnWire, UnarchiveWire } from './schemas.ts';

/** Registers the group (extensions). */
export function archivedWireRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { method: 'POST', guard: 'administrator', tag: 'extension', idempotency: 'key' } as const;
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned/unarchive',
    operationId: 'unarchiveWire',
    permission: 'money.write',
    summary: 'Takes an archive back, as long as its money was not used.',
    body: UnarchiveWire,
    answer: WireRecord,
    errors: unarchiveErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_UNARCHIVE_WIRE',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => unarchiveWire(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned/return',
    operationId: 'returnWire',
    permission: 'money.write',
    summary: 'Pays a waiting or archived wire back to its sender, to a bank account of the SPV’s wallet.',
    body: ReturnWire,
    answer: WireRecord,
    errors: returnErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_RETURN_WIRE',
    moves: deps,
    handle: ({ body, endUser, audit, idempotency }, deps) => returnWire(deps, { body, endUser, audit, idempotency }),
  });
}
