// Door of the track record: what became of the money of fundings, in all and project by project, as the public reads it.

export { trackRecordRoutes } from './routes.ts';
