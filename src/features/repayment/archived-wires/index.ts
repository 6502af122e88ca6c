// Door of what an archived or mistaken payment may still become: waiting again, or paid back to its sender.

export { ARCHIVE_VERBS, ARCHIVE_VERBS_ON_PROJECT, settleWireReturn } from './archived-wires.ts';
export { archivedWireRoutes } from './routes.ts';
