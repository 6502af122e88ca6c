// Door of the erasure of persons: accounts that are closed, and what is kept of them for a while.

export { completeErasuresJob } from './jobs.ts';
export { erasureRoutes } from './routes.ts';
export { CLOSING_VERBS } from './rules.ts';
