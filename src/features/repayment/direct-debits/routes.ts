// HTTP of programming direct debits.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { route } from '../../../core/http/route.ts';
import { Model, UuidOf } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { programErrors, unprogramErrors } from './errors.ts';
import { programDebit, unprogramDebit } from './program-debit.ts';

const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });
const OneEcheance = Model('EcheanceChoice', { echeanceId: UuidOf<EcheanceId>() });

/** Registers the group. */
export function directDebitRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>): void {
  route(app, {
    method: 'PUT',
    url: '/administration/property/:propertyId/payment-schedule/program-unscheduled-mensualite-payment',
    operationId: 'programDebit',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'schedules',
    summary: 'Programs a direct debit of what an echeance still lacks.',
    params: PropertyParams,
    body: OneEcheance,
    errors: programErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_PROGRAM_ONE_PAYMENT',
    handle: ({ params, body, audit }) => programDebit(deps, { ...params, ...body, audit }),
  });
  route(app, {
    method: 'PUT',
    url: '/administration/property/:propertyId/payment-schedule/unprogram-scheduled-mensualite-payment',
    operationId: 'unprogramDebit',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'schedules',
    summary: 'Cancels the scheduled direct debit of an echeance.',
    params: PropertyParams,
    body: OneEcheance,
    errors: unprogramErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_UNPROGRAM_ONE_PAYMENT',
    handle: ({ params, body, audit }) => unprogramDebit(deps, { ...params, ...body, audit }),
  });
}
