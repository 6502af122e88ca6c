// Door of second factors: passkeys, an authenticator app and recovery codes of administrators; of investors passkeys alone.

export { resetFactors, takeAllFactors } from './change-factors.ts';
export { FACTOR_DOES_NOT_FIT, FACTOR_PROOF_IS_WRONG, TOO_MANY_FACTORS } from './errors.ts';
export { isAsserted } from './proofs.ts';
export {
  deleteFactor,
  deletePasskeys,
  findPasskeys,
  lockFactorsOf,
  renamePasskey,
  saveChallenge,
  takeChallenge,
} from './queries.ts';
export { addPasskey, beginPasskey } from './register-factor.ts';
export { factorRoutes } from './routes.ts';
export { authenticatorCode, CHALLENGE_MINUTES, stepAt } from './rules.ts';
export { Assertion, Attestation, PasskeyOptions } from './schemas.ts';
export { assertionOptions, type Site, siteOf } from './webauthn.ts';
