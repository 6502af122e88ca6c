// Door of the operator's room: health, metrics, the description of the API, files on disk, the test clock, and external services that fail.

export { devRoutes } from './dev-routes.ts';
export { describeWithExamples } from './docs-routes.ts';
export {
  type CallWatch,
  createCallWatch,
  forgetWorker,
  outsideOperationsJob,
  workerLifeTask,
  workerSampler,
  writeCallsTask,
} from './jobs.ts';
export { readWorkers, takesWrites } from './readiness.ts';
export { operatorRoutes, probeRoutes, settingsRoutes } from './routes.ts';
