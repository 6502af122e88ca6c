// Bodies and answers of the MFA routes.

import { Type } from 'typebox';
import { Email, Model, Timestamp, Uuid, Variants, Words } from '../../../core/http/schemas.ts';
import { ACCEPTABLE_HASH } from '../session/index.ts';
import { MFA_ACTIONS } from './rules.ts';

const Action = Words(MFA_ACTIONS, { title: 'MfaAction' });
const Code = Type.String({ pattern: '^[0-9]{6}$' });

export const MfaToggle = Model('MfaToggle', { enabled: Type.Boolean() });

export const CodeConfirmation = Model('CodeConfirmation', { action: Action, code: Code });
export const Confirmed = Model(
  'ConfirmedCode',
  {
    token: Type.Optional(Type.String({ ...Uuid, description: 'gift-card-purchase alone' })),
    stillToConfirm: Type.Optional(
      Words(['present-address', 'new-address'], {
        title: 'AddressToConfirm',
        description:
          'email-update alone, after the first of its two codes: nothing has changed before the other one is confirmed too',
      }),
    ),
  },
  { description: 'other actions answer no body' },
);

export const NextRetryParams = Type.Object({
  email: Type.String({ maxLength: 254, pattern: '^[^\\u0000-\\u001f]*$', description: 'percent-encoded once' }),
  action: Action,
});
export const NextRetryDate = Model('NextRetryDate', { nextRetryDate: Type.Optional(Timestamp) });

export const OwnMfaCode = Model('OwnMfaCode', { code: Code });

export const CodeAgain = Model('CodeAgain', { email: Email, action: Action });

/** The documents show password-update and gift-card-purchase; the others are ours (access.md#actions). */
export const MfaTrigger = Variants('MfaTrigger', 'action', [
  Type.Object({
    action: Type.Literal('password-update'),
    newPasswordArgon2Hash: Type.String({
      minLength: 1,
      maxLength: 400,
      description: `${ACCEPTABLE_HASH}; of the password in Unicode form NFC`,
    }),
    currentSessionId: Type.Optional(Type.String({ maxLength: 200, description: 'the session that stays' })),
  }),
  Type.Object({ action: Type.Literal('gift-card-purchase') }),
  Type.Object({ action: Type.Literal('withdraw') }),
  Type.Object({ action: Type.Literal('bank-account-creation') }),
  Type.Object({ action: Type.Literal('bank-account-removal') }),
  Type.Object({ action: Type.Literal('profile-correction') }),
  Type.Object({ action: Type.Literal('personal-data-export') }),
  Type.Object({ action: Type.Literal('passkey-registration') }),
  Type.Object({ action: Type.Literal('passkey-removal') }),
  Type.Object({ action: Type.Literal('personal-data-erasure') }),
  Type.Object(
    { action: Type.Literal('email-update'), newEmail: Email },
    { description: 'a code is mailed to the present address and another one to `newEmail`: confirm both, in either order' },
  ),
]);
