// Door of approvals: what a request that moves money would do, and whether a second administrator must approve it.

export type { OnDebit } from './dry-run.ts';
export { carryOnApproved } from './execute.ts';
export { approvalExpiryJob, mailApproversJob } from './jobs.ts';
export { moneyRequests } from './money-requests.ts';
export { approvalRoutes } from './routes.ts';
export { APPROVAL_STATES, APPROVAL_VERBS, type ApprovalState } from './rules.ts';
