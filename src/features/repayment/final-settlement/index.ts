// Door of the final settlement (solde de tout compte) of a property.

export { finalSettlementRoutes } from './routes.ts';
export { settleOwnerSettlement } from './settle-owner-settlement.ts';
export { settlePenalties } from './settle-penalties.ts';
export { SETTLEMENT_VERBS } from './states.ts';
