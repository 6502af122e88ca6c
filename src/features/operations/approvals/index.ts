// Door of approvals: what a request that moves money would do, and whether a second administrator must approve it.

export type { OnDebit } from './dry-run.ts';
export { moneyRequests } from './money-requests.ts';
