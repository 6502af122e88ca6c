// Door of the administrators' view of background jobs.

export { jobQueueSampler } from './background-jobs.ts';
export { jobAlertsJob } from './jobs.ts';
export { backgroundJobRoutes } from './routes.ts';
