// Door of the operator's room: health, metrics, the API's own documentation, files on disk, and the test clock.

export { devRoutes } from './dev-routes.ts';
export { operatorRoutes } from './routes.ts';
export { forgetWorker, workerLifeBeat } from './worker-life.ts';
