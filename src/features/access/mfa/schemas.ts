// Bodies and answers of the MFA routes. The schemas accept the retired action `login`, so that it is refused with its own code.

import { Type } from 'typebox';
import { Email, Model, Timestamp, Uuid, Variants, Words } from '../../../core/http/schemas.ts';
import { LOGIN, MFA_ACTIONS } from './rules.ts';

const Action = Words([...MFA_ACTIONS, LOGIN], { title: 'MfaAction', description: 'login is retired' });
const Code = Type.String({ pattern: '^[0-9]{6}$' });

export const MfaToggle = Model('MfaToggle', { enabled: Type.Boolean() });

export const CodeConfirmation = Model('CodeConfirmation', { action: Action, code: Code });
export const Confirmed = Model(
  'ConfirmedCode',
  { token: Uuid },
  { description: 'gift-card-purchase only; other actions answer no body' },
);

export const NextRetryParams = Type.Object({
  email: Type.String({ maxLength: 254, pattern: '^[^\\u0000-\\u001f]*$', description: 'percent-encoded once' }),
  action: Action,
});
export const NextRetryDate = Model('NextRetryDate', { nextRetryDate: Type.Optional(Timestamp) });

export const OwnMfaCode = Model('OwnMfaCode', { code: Code });

export const CodeAgain = Model('CodeAgain', { email: Email, action: Action });

/** The documents show password-update and gift-card-purchase; the others are ours (access.md#actions, A-mfa-8). */
export const MfaTrigger = Variants('MfaTrigger', 'action', [
  Type.Object({
    action: Type.Literal('password-update'),
    newPasswordArgon2Hash: Type.String({ minLength: 1, maxLength: 400, description: 'Argon2id PHC string' }),
    currentSessionId: Type.Optional(Type.String({ maxLength: 200, description: 'the session that stays' })),
  }),
  Type.Object({ action: Type.Literal('gift-card-purchase') }),
  Type.Object({ action: Type.Literal('withdraw') }),
  Type.Object({ action: Type.Literal('bank-account-creation') }),
  Type.Object({ action: Type.Literal('profile-correction') }),
  Type.Object({ action: Type.Literal('email-update'), newEmail: Email }),
  Type.Object({ action: Type.Literal(LOGIN) }),
]);
