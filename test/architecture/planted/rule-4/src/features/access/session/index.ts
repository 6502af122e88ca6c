export { NO_CODE } from './errors.ts';
export { read as readSession } from './read-session.ts';
