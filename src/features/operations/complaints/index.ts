// Door of complaints: what investors say is wrong, and the answers of the team.

export { listOpenComplaints } from './queries.ts';
export { complaintRoutes } from './routes.ts';
export { COMPLAINT_STATES, COMPLAINT_VERBS, type ComplaintState } from './rules.ts';
