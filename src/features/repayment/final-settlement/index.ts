// Door of the final settlement (solde de tout compte) of a property.

export { sumUnlentDistributed } from './queries.ts';
export { finalSettlementRoutes } from './routes.ts';
export { unlentCapital } from './rules.ts';
export { settleOwnerSettlement } from './settle-owner-settlement.ts';
export { settlePenalties } from './settle-penalties.ts';
export { SETTLEMENT_VERBS } from './states.ts';
