// HTTP of the final settlement.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '../../core/http/route.ts';
import { Uuid } from '../../core/http/schemas.ts';
import type { AppDeps } from '../../deps.ts';
import { PropertyView } from '../properties/index.ts';
import { soldeDeToutCompteErrors } from './errors.ts';
import { markSoldeDeToutCompte } from './mark-solde-de-tout-compte.ts';

const PropertyParams = Type.Object({ propertyId: Uuid });

/** Registers the group. */
export function finalSettlementRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/solde-de-tout-compte/done',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Marks the final settlement of a repaid property done.',
    params: PropertyParams,
    answer: PropertyView,
    errors: soldeDeToutCompteErrors,
    // A-final-settlement-1
    audit: 'PROPERTY_SOLDE_DE_TOUT_COMPTE_DONE',
    handle: ({ params, audit }) => markSoldeDeToutCompte(deps, { propertyId: params.propertyId, audit }),
  });
}
