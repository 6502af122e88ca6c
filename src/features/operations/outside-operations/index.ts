// Door of the watch over operations of external services.

export { outsideOperationsJob, writeCallsTask } from './jobs.ts';
export { type CallWatch, createCallWatch } from './watch-calls.ts';
