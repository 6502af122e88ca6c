// Door of profile corrections: what verified investors ask to have changed of what the provider knows them by.

export { followCorrectionLater } from './follow-later.ts';
export { profileCorrectionsJob, sendCorrectionJob } from './jobs.ts';
export { profileCorrectionRoutes } from './routes.ts';
