// HTTP of the ledger proof.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { Model, Nullable, Timestamp, Uuid, WholeCents, Words } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { listIncidents } from '../../../money/payments/index.ts';
import { resolveIncidentErrors } from './errors.ts';
import { proveLedger } from './prove-ledger.ts';
import { resolvePaymentIncident } from './resolve-payment-incident.ts';
import { toPaymentIncidentView } from './rules.ts';
import { PaymentIncidentsPage, PaymentIncidentsQuery, PaymentIncidentView, ResolvePaymentIncident } from './schemas.ts';

const Proof = Model('LedgerProof', {
  ok: Type.Boolean(),
  at: Timestamp,
  scope: Words(['everything', 'changes'], { title: 'ProofScope' }),
  since: Nullable(Timestamp),
  invariants: Type.Array(
    Type.Object({
      name: Type.String(),
      ok: Type.Boolean(),
      violations: Type.Array(Type.Object({ subject: Type.String(), detail: Type.String() })),
    }),
  ),
  providerDifferences: Type.Array(
    Type.Object({
      accountId: Type.String(),
      ledgerCents: WholeCents(),
      providerCents: WholeCents(),
      inFlightCents: WholeCents(),
      kind: Words(['missing', 'surplus'], { title: 'DifferenceKind' }),
    }),
  ),
  totalCents: WholeCents(),
});

/** Registers the group. */
export function ledgerProofRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/administration/ledger/proof',
    operationId: 'proveLedger',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary:
      'Proves the money now: the invariants of the ledger and the balances at the provider, as far as something changed since the last proof.',
    answer: Proof,
    handle: () => proveLedger(deps),
  });
  route(app, {
    method: 'GET',
    url: '/administration/payment-incidents',
    operationId: 'listPaymentIncidents',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Payments that moved money twice at the provider, newest first.',
    query: PaymentIncidentsQuery,
    answer: PaymentIncidentsPage,
    handle: async ({ query: { status, limit, cursor } }) => {
      const which = status === undefined ? {} : { isOpen: status === 'open' };
      const rows = await listIncidents(deps.db, { ...which, limit, after: decodeCursor(cursor) });
      return toPage(rows, limit, ({ foundAt: at, id }) => ({ at, id }), toPaymentIncidentView);
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/payment-incidents/:incidentId/resolve',
    operationId: 'resolvePaymentIncident',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    summary: 'Says what was done about a payment that moved money twice.',
    params: Type.Object({ incidentId: Uuid }),
    body: ResolvePaymentIncident,
    answer: PaymentIncidentView,
    errors: resolveIncidentErrors,
    audit: 'PAYMENT_INCIDENT_RESOLVE',
    handle: ({ params, body, audit }) => resolvePaymentIncident(deps, { ...params, ...body, audit }),
  });
}
