// Codes that prove an address or choose a new password: how better-auth checks what the worker made.

import { emailOTP } from 'better-auth/plugins/email-otp';
import type { AppDeps } from '../../../deps.ts';
import { digestOfCode, EMAIL_CODE_ATTEMPTS, EMAIL_CODE_SECONDS } from './rules.ts';

/**
 * Codes that prove an address or reset a password, checked by the library and made by `send-email-code`. No mail at sign-up
 * (A-session-3): the documents' code of email validation comes from the MFA room.
 */
export function emailCodes({ config }: Pick<AppDeps, 'config'>) {
  return emailOTP({
    otpLength: 6,
    expiresIn: EMAIL_CODE_SECONDS,
    allowedAttempts: EMAIL_CODE_ATTEMPTS,
    disableSignUp: true,
    storeOTP: { hash: async (otp) => digestOfCode(otp, config.SESSION_SECRET) },
    // check-before.ts answers whoever asks for one.
    sendVerificationOTP: () => Promise.reject(new Error('the library asked for a code')),
  });
}
