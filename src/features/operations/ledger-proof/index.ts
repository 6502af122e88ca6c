// Door of the ledger proof.

export { readProofState } from './checkpoint-queries.ts';
export { ledgerProofJob, wholeLedgerProofJob } from './jobs.ts';
export { type Comparison, compareWithProvider, ledgerProofSampler } from './prove-ledger.ts';
export { ledgerProofRoutes } from './routes.ts';
export { lastingDifferences, type ProviderDifference } from './rules.ts';
