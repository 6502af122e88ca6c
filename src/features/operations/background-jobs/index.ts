// Door of the administrators' view of background jobs.

export { backgroundJobRoutes } from './routes.ts';
export { jobQueueSampler } from './sampler.ts';
