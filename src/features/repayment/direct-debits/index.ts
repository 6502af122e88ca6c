// Door of the direct debits.

export { beginDebitChange } from './begin-debit-change.ts';
export { cancelForChange } from './cancel-for-change.ts';
export { chargeBackDebit } from './charge-back-debit.ts';
export { sumClaimsWithoutEcheance } from './charge-back-queries.ts';
export { endDebitChange } from './end-debit-change.ts';
export { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
export { bankDebitStatusUpdateJob } from './jobs.ts';
export { type DebitRow, readTraceOfDebit } from './queries.ts';
export { reorderDebit } from './reorder-debit.ts';
export { resizeDebit } from './resize-debit.ts';
export { directDebitRoutes } from './routes.ts';
export { DEBIT_VERBS, ECHEANCE_VERBS, type EcheanceState } from './states.ts';
