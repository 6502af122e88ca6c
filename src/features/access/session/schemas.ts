// Bodies and answers of the session layer's endpoints, for the API description only: better-auth validates and writes them itself.

import { Type } from 'typebox';
import { Email, Model, Nullable, Timestamp, Words } from '../../../core/http/schemas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';

const Password = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
const Code = Type.String({ pattern: '^[0-9]{6}$' });

export const SignUp = Model('NewAccount', { email: Email, password: Password, name: Type.String() });
export const SignIn = Model('Credentials', { email: Email, password: Password, rememberMe: Type.Optional(Type.Boolean()) });
export const SendEmailCode = Model('SendEmailCode', {
  email: Email,
  type: Words(['email-verification', 'forget-password'], { title: 'EmailCodeType' }),
});
export const VerifyEmail = Model('EmailProof', { email: Email, otp: Code });
export const RequestPasswordReset = Model('ForgottenPassword', { email: Email });
const ResetToken = Type.String({ maxLength: 200, description: 'of the link in the mail' });
/** With `email` and `otp`, or with `token` alone. */
export const ResetPassword = Model('NewPassword', {
  email: Type.Optional(Email),
  otp: Type.Optional(Code),
  token: Type.Optional(ResetToken),
  password: Password,
});
export const ResetForm = Model('PasswordResetForm', { token: ResetToken, password: Type.String({ maxLength: 1_000 }) });
export const ResetPage = Type.Object({
  token: Type.Optional(ResetToken),
  state: Type.Optional(Type.Literal('done')),
  refused: Type.Optional(Type.String({ maxLength: 40 })),
});
export const VerifySecondFactor = Model('VerifySecondFactor', { code: Code, trustDevice: Type.Optional(Type.Boolean()) });
export const RevokeSession = Model('SessionToEnd', { token: Type.String() });

/** Error body of the session layer, its own shape. */
export const SessionProblem = Model('SessionProblem', {
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
});

const SessionUser = Model('SessionUser', {
  id: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String(),
  image: Type.Optional(Nullable(Type.String())),
  role: Type.Optional(Words(['user', 'admin'], { title: 'UserRole' })),
  twoFactorEnabled: Type.Optional(Nullable(Type.Boolean())),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const SignedUp = Model('SignedUp', { token: Nullable(Type.String()), user: SessionUser });

/** Without `user` where the second factor is still to come: then `twoFactorRedirect` is true. */
export const SignedIn = Model('SignedIn', {
  token: Type.Optional(Type.String()),
  user: Type.Optional(SessionUser),
  twoFactorRedirect: Type.Optional(Type.Boolean()),
  twoFactorMethods: Type.Optional(Type.Array(Type.String())),
});

export const CurrentSession = Nullable(
  Model('CurrentSession', {
    session: Type.Object({ id: Type.String(), userId: Type.String(), expiresAt: Timestamp, createdAt: Timestamp }),
    user: SessionUser,
  }),
);

/** Of the own account; the token names one that is to be ended. */
export const OwnSessions = Type.Array(
  Model('OwnSession', {
    id: Type.String(),
    token: Type.String(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    ipAddress: Type.Optional(Nullable(Type.String())),
    userAgent: Type.Optional(Nullable(Type.String())),
  }),
);
