// Door of the direct debits.

export { bankDebitStatusUpdateJob } from './jobs.ts';
export { directDebitRoutes } from './routes.ts';
