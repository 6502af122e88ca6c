// Door of the final settlement (solde de tout compte) of a property.

export { settleOwnerSettlement } from './owner-settlement.ts';
export { settlePenalties } from './penalties.ts';
export { sumUnlentDistributed } from './queries.ts';
export { finalSettlementRoutes } from './routes.ts';
export { SETTLEMENT_VERBS, unlentCapital } from './rules.ts';
