// Door of the direct debits.

export { beginDebitChange, cancelForChange, endDebitChange, reorderDebit, resizeDebit } from './change-amount.ts';
export { chargeBackDebit } from './charge-back.ts';
export { DEBIT_CANNOT_BE_CHANGED } from './errors.ts';
export { bankDebitStatusUpdateJob, resizeDebitWork } from './jobs.ts';
export { type DebitRow, readTraceOfDebit, sumClaimsWithoutEcheance } from './queries.ts';
export { directDebitRoutes } from './routes.ts';
export { DEBIT_VERBS, ECHEANCE_VERBS, type EcheanceState } from './rules.ts';
