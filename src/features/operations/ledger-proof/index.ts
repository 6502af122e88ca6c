// Door of the ledger proof.

export { type Comparison, compareWithProvider } from './compare-with-provider.ts';
export { ledgerProofJob, wholeLedgerProofJob } from './jobs.ts';
export { ledgerProofSampler } from './prove-ledger.ts';
export { ledgerProofRoutes } from './routes.ts';
export { lastingDifferences, type ProviderDifference, toPaymentIncidentView } from './rules.ts';
export { PaymentIncidentView } from './schemas.ts';
export { readProofState } from './seal-queries.ts';
