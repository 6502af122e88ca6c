// Codes of the session room. What better-auth itself refuses keeps its own body and codes (A-session-1).

/** What the webhooks answer to a missing or wrong key (document 3; A-session-8 for the defaults platform's). */
export const UNAUTHORIZED_EXCEPTION = 'UnauthorizedException';

/** Another user has the new address of an email change. */
export const EMAIL_ALREADY_USED = 'session.email-already-used';
