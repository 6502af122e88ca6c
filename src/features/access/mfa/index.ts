// Door of emailed-code verification.

export { spendCode } from './confirm-code.ts';
export { credentialChanged } from './credential-changed.ts';
export { endUndos, findAddressChange, findDelayEnd, useUndo } from './credential-queries.ts';
export { ASKED_IN_ANOTHER_SESSION, confirmOwnMfaErrors, TFA_CODE_INVALID, TOO_MANY_ATTEMPTS, tfaErrors } from './errors.ts';
export { endAddressUndosJob, endCodeContextsJob, sendMfaCodeJob, tellFormerAddressJob } from './jobs.ts';
export { consumeGiftCardToken, isGiftCardTokenValid, lockOrMakeContext, releaseTfa } from './queries.ts';
export { issueCode, requestCode } from './request-code.ts';
export { mfaRoutes, ownMfaRoutes } from './routes.ts';
export { changeOfToken, isUndoOpen, ownFirstFactor } from './rules.ts';
export { claimTfa, consumeTfa, type TfaClaim } from './tfa.ts';
