// Door of the session room: the signed-in caller, and what other rooms may change about an account.

export { createAdministrator } from './accounts.ts';
export { EMAIL_ALREADY_USED, UNAUTHORIZED_EXCEPTION } from './errors.ts';
export { createGuards } from './guards.ts';
export { sendEmailCodeJob, sendSignInCodeJob, sessionCleanupJob, welcomeVerifiedJob } from './jobs.ts';
export {
  changeEmail,
  discardPassword,
  endOtherSessions,
  endSignIns,
  findUser,
  findUserByEmail,
  markEmailVerified,
  type SessionUser,
  setSecondFactor,
  updatePasswordHash,
} from './queries.ts';
export { sessionRoutes } from './routes.ts';
export { ACCEPTABLE_HASH, isAcceptablePasswordHash, sessionCookieName } from './rules.ts';
