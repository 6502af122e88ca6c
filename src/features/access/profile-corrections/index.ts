// Door of profile corrections: changes of the verified profile that an investor requests.

export { followCorrectionLater, profileCorrectionsJob, sendCorrectionJob } from './jobs.ts';
export { profileCorrectionRoutes } from './routes.ts';
