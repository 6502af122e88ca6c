// HTTP of the final settlement.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { PropertyView } from '../../projects/properties/index.ts';
import { ownerErrors, penaltiesErrors, settlementErrors, soldeDeToutCompteErrors, unlentCapitalErrors } from './errors.ts';
import { settleWithOwner } from './owner-settlement.ts';
import { transferPenalties } from './penalties.ts';
import { OwnerSettlementBody, PropertyParams, Settlement, UnlentCapitalDistributed } from './schemas.ts';
import { distributeUnlentCapital, markSoldeDeToutCompte, readSettlement } from './settlement.ts';

/** Registers the group. */
export function finalSettlementRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/solde-de-tout-compte/done',
    operationId: 'markSoldeDeToutCompte',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'administration',
    summary: 'Marks the final settlement of a repaid property done.',
    params: PropertyParams,
    answer: PropertyView,
    errors: soldeDeToutCompteErrors,
    // Our kind, as the documents name none.
    audit: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_DONE',
    handle: ({ params, audit }) => markSoldeDeToutCompte(deps, { propertyId: params.propertyId, audit }),
  });
  const common = { guard: 'administrator', tag: 'extension', params: PropertyParams } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/property/:propertyId/solde-de-tout-compte',
    operationId: 'readSettlement',
    permission: 'money.read',
    summary: 'The last account of a project with its owner and its holders.',
    answer: Settlement,
    errors: settlementErrors,
    handle: ({ params }) => readSettlement(deps, params.propertyId),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/solde-de-tout-compte/penalties',
    operationId: 'transferPenalties',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Transfers the penalties of the platform out of surplus and escrow of the project.',
    answer: Settlement,
    errors: penaltiesErrors,
    audit: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_PENALTIES',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) =>
      transferPenalties(deps, { propertyId: params.propertyId, audit, idempotency }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/solde-de-tout-compte/unlent-capital',
    operationId: 'distributeUnlentCapital',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Gives what was funded and never lent back to the holders.',
    answer: UnlentCapitalDistributed,
    errors: unlentCapitalErrors,
    audit: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_UNLENT_CAPITAL',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) =>
      distributeUnlentCapital(deps, { propertyId: params.propertyId, audit, idempotency }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/solde-de-tout-compte/owner',
    operationId: 'settleWithOwner',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Pays what the project still holds back to its owner (`withdraw`), or records that it was handed over elsewhere.',
    body: OwnerSettlementBody,
    answer: Settlement,
    errors: ownerErrors,
    audit: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_OWNER',
    moves: deps,
    handle: ({ params, body, endUser, audit, idempotency }, deps) =>
      settleWithOwner(deps, { propertyId: params.propertyId, body, endUser, audit, idempotency }),
  });
}
