// Door of the giving up of projects: what an owner still owes is written off, and their holders' capital is lost.

export { PROJECT_NOT_OVERDUE } from './errors.ts';
export { giveUpRoutes } from './routes.ts';
export { GIVE_UP_VERBS } from './states.ts';
