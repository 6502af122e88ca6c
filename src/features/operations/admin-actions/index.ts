// Door of the audit log's room.

export { adminActionRoutes } from './routes.ts';
