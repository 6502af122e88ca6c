// HTTP of the ledger proof.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '../../../core/http/route.ts';
import { Model, Nullable, Timestamp, WholeCents, Words } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { proveLedger } from './prove-ledger.ts';
import { VIOLATION_CODES } from './rules.ts';

const Violated = Words(VIOLATION_CODES, { title: 'ViolationCode', description: 'how the rule is broken' });

const Proof = Model('LedgerProof', {
  ok: Type.Boolean(),
  at: Timestamp,
  scope: Words(['everything', 'changes'], { title: 'ProofScope' }),
  since: Nullable(Timestamp),
  invariants: Type.Array(
    Type.Object({
      name: Type.String(),
      ok: Type.Boolean(),
      violations: Type.Array(
        Type.Object({
          subject: Type.String({ description: 'the row that breaks it' }),
          code: Violated,
          facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
            description: 'figures of the row, cents where the name ends in `Cents`',
          }),
          detail: Type.String({ description: 'the code with its facts, in English' }),
        }),
      ),
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
}
