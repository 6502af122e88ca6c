// Door of emailed-code verification.

export { spendCode } from './confirm-code.ts';
export { credentialChanged } from './credential-changed.ts';
export { endUndos, findAddressChange, findDelayEnd, useUndo } from './credential-queries.ts';
export {
  ASKED_IN_ANOTHER_SESSION,
  confirmOwnMfaErrors,
  MFA_ENABLED_PATCH_IS_SAME,
  TFA_CODE_IN_USE,
  TFA_CODE_INVALID,
  TOO_MANY_ATTEMPTS,
  tfaErrors,
} from './errors.ts';
export { endAddressUndosJob, endCodeContextsJob, sendMfaCodeJob, tellFormerAddressJob } from './jobs.ts';
export { consumeGiftCardToken, isGiftCardTokenValid, lockOrMakeContext, releaseTfa } from './queries.ts';
export { checkRequest, handOutCode, issueCode, requestCode } from './request-code.ts';
export { mfaRoutes, ownMfaRoutes } from './routes.ts';
export { changeOfToken, isUndoOpen, type MfaRequest, ownFirstFactor, securityUrl, TFA_ACTIONS } from './rules.ts';
export { claimTfa, consumeTfa, type TfaClaim } from './tfa.ts';
export { assertMayGuess, countWrongProof } from './wrong-codes.ts';
