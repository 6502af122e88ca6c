// Door of the operator's room: health, metrics, the API's own documentation, files on disk, and the test clock.

export { bundleConsole, CONSOLE_FOLDER } from './bundle-console.ts';
export { devRoutes } from './dev-routes.ts';
export { describeWithExamples } from './docs-routes.ts';
export { operatorRoutes, probeRoutes } from './routes.ts';
export { settingsRoutes } from './settings-routes.ts';
export { forgetWorker, workerLifeTask, workerSampler } from './worker-life.ts';
