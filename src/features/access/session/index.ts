// Door of the session room: the signed-in caller, and what other rooms may change about an account.

export {
  countGuess,
  endSignIns,
  findTrustedDevices,
  findWaitingInvestor,
  forgetGuesses,
  forgetTrustedDevices,
  saveSignInNonce,
  secondsUntilOpen,
  takeIdentitySignIn,
  takeSignInNonce,
} from './code-queries.ts';
export { EMAIL_ALREADY_USED, UNAUTHORIZED_EXCEPTION } from './errors.ts';
export { createGuards } from './guards.ts';
export { sendEmailCodeJob, sendSignInCodeJob, sessionCleanupJob } from './jobs.ts';
export { handOutSignInCode, makeResetLink } from './mailed-codes.ts';
export { openSession, recordSignIn } from './open-session.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export {
  changeEmail,
  discardPassword,
  endOtherSessions,
  findFactorShownAt,
  findPasswordHash,
  findUser,
  findUserByEmail,
  insertAdministrator,
  isSessionOpen,
  markEmailVerified,
  markFactorShown,
  renameUser,
  type SessionUser,
  setSecondFactor,
  updatePasswordHash,
} from './queries.ts';
export { ROLE_PERMISSIONS, ROLES, type Role, rolesWith } from './roles.ts';
export { sessionRoutes } from './routes.ts';
export {
  ACCEPTABLE_HASH,
  cookiePrefix,
  EVERYWHERE,
  guessDigest,
  isAcceptablePasswordHash,
  isGuessable,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  sessionCookieName,
  signedCookie,
  signedCookieValue,
  waitingSignInOf,
} from './rules.ts';
