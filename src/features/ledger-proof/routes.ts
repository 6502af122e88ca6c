// HTTP of the ledger proof.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '../../core/http/route.ts';
import { Timestamp, Words } from '../../core/http/schemas.ts';
import type { AppDeps } from '../../deps.ts';
import { proveLedger } from './prove-ledger.ts';

const Proof = Type.Object({
  ok: Type.Boolean(),
  at: Timestamp,
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
      ledgerCents: Type.Integer(),
      providerCents: Type.Integer(),
      inFlightCents: Type.Integer(),
      kind: Words(['missing', 'surplus']),
    }),
  ),
  totalCents: Type.Integer(),
});

/** Registers the group. */
export function ledgerProofRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/administration/ledger/proof',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Proves the money now: the invariants of the ledger, and the balances at the provider.',
    answer: Proof,
    handle: () => proveLedger(deps),
  });
}
