// Door of emailed-code verification.

export { credentialChanged } from './credential-changed.ts';
export { endUndos, findAddressChange, findDelayEnd, useUndo } from './credential-queries.ts';
export { TFA_CODE_INVALID, TOO_MANY_ATTEMPTS, tfaErrors } from './errors.ts';
export { endAddressUndosJob, endCodeContextsJob, sendMfaCodeJob, tellFormerAddressJob } from './jobs.ts';
export { consumeGiftCardToken, isGiftCardTokenValid, releaseTfa } from './queries.ts';
export { requestCode } from './request-code.ts';
export { mfaRoutes, ownMfaRoutes } from './routes.ts';
export { changeOfToken, isUndoOpen } from './rules.ts';
export { claimTfa, consumeTfa, type TfaClaim } from './tfa.ts';
