// Bodies of the session layer's endpoints, for the API description only: better-auth validates them itself.

import { Type } from 'typebox';
import { Email } from '../../core/http/schemas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';

const Password = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
const Code = Type.String({ pattern: '^[0-9]{6}$' });

export const SignUp = Type.Object({ email: Email, password: Password, name: Type.String() });
export const SignIn = Type.Object({ email: Email, password: Password, rememberMe: Type.Optional(Type.Boolean()) });
export const SendEmailCode = Type.Object({
  email: Email,
  type: Type.String({ enum: ['email-verification', 'forget-password'] }),
});
export const VerifyEmail = Type.Object({ email: Email, otp: Code });
export const RequestPasswordReset = Type.Object({ email: Email });
export const ResetPassword = Type.Object({ email: Email, otp: Code, password: Password });
export const VerifySecondFactor = Type.Object({ code: Code, trustDevice: Type.Optional(Type.Boolean()) });
export const RevokeSession = Type.Object({ token: Type.String() });

/** Error body of the session layer, its own shape (A-session-1). */
export const SessionProblem = Type.Object({ code: Type.Optional(Type.String()), message: Type.Optional(Type.String()) });
