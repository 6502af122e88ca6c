// Door of the giving up of projects: what an owner still owes is written off, and their holders' capital is lost.

export { giveUpRoutes } from './routes.ts';
export { GIVE_UP_VERBS } from './rules.ts';
