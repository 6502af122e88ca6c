// Door of what an archived or mistaken payment may still become: waiting again, or paid back to its sender.

export { settleWireReturn } from './archived-wires.ts';
export { archivedWireRoutes } from './routes.ts';
export { ARCHIVE_VERBS, ARCHIVE_VERBS_ON_PROJECT } from './states.ts';
