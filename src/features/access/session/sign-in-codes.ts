// Codes of the second factor at sign-in: made and checked by better-auth, mailed by the worker.

import { twoFactor } from 'better-auth/plugins/two-factor';
import type { AppDeps } from '../../../deps.ts';
import { requestSignInCode } from './request-sign-in-code.ts';
import { digestOfCode, SIGN_IN_CODE_ATTEMPTS, SIGN_IN_CODE_MINUTES } from './rules.ts';

/** The second factor at sign-in: mailed codes only. The MFA room turns it on and off (A-session-2). */
export function signInCodes(deps: Pick<AppDeps, 'config' | 'db' | 'jobs'>) {
  return twoFactor({
    schema: { twoFactor: { modelName: 'auth_two_factor' } },
    totpOptions: { disable: true },
    otpOptions: {
      period: SIGN_IN_CODE_MINUTES,
      digits: 6,
      allowedAttempts: SIGN_IN_CODE_ATTEMPTS,
      storeOTP: { hash: async (otp) => digestOfCode(otp, deps.config.SESSION_SECRET) },
      sendOTP: ({ user, otp }) => requestSignInCode(deps, { userId: user.id, code: otp }),
    },
  });
}
