// Door of the ledger proof.

export { ledgerProofJob } from './jobs.ts';
export { ledgerProofRoutes } from './routes.ts';
