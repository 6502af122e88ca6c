// Bodies and answers of investors' passkeys.

import { type Static, Type } from 'typebox';
import { LineOf, Model, Nullable, Timestamp, Uuid, Variants } from '../../../core/http/schemas.ts';
import { Assertion, Attestation } from '../factors/index.ts';
import { TFA_ACTIONS } from '../mfa/index.ts';

const Passkey = Model('InvestorPasskey', {
  id: Uuid,
  name: Type.String(),
  isSynced: Type.Boolean({ description: 'a copy is kept elsewhere, as with the account of a telephone' }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});

export const InvestorSecurity = Model('InvestorSecurity', {
  passkeys: Type.Array(Passkey, { description: 'at most twenty, the oldest first' }),
  trustedDevices: Type.Array(Type.Object({ trustedAt: Timestamp, until: Timestamp }), {
    description: 'on which the second factor is not asked for again, the newest first',
  }),
});
export type InvestorSecurity = Static<typeof InvestorSecurity>;

export const PasskeyParams = Type.Object({ passkeyId: Uuid });
export const PasskeyName = Model('PasskeyName', { name: LineOf(100) });
export const NewInvestorPasskey = Model('NewInvestorPasskey', { name: LineOf(100), attestation: Attestation });
export type NewInvestorPasskey = Static<typeof NewInvestorPasskey>;
export const RegisteredPasskey = Model('RegisteredPasskey', { id: Uuid });

/** What has a code by mail, but for an address: its own mailbox alone proves that. */
export const ConfirmedAction = Variants('ConfirmedAction', 'action', [
  Type.Object({
    action: Type.Literal('password-update'),
    newPasswordArgon2Hash: Type.String({ minLength: 1, maxLength: 400, description: 'as in `triggerMfa`' }),
    currentSessionId: Type.Optional(Type.String({ maxLength: 200, description: 'the session that stays' })),
  }),
  Type.Object({ action: Type.Literal('mfa-enabled-update'), enabled: Type.Boolean() }),
  Type.Object({ action: Type.Literal('gift-card-purchase') }),
  ...TFA_ACTIONS.map((action) => Type.Object({ action: Type.Literal(action) })),
]);

export const PasskeyConfirmation = Model('PasskeyConfirmation', { asked: ConfirmedAction, assertion: Assertion });
export const GivenCode = Model('GivenCode', {
  code: Type.String({ pattern: '^[0-9]{6}$', description: 'as a mail would have brought it' }),
});
export const PasskeySignIn = Model('PasskeySignIn', { assertion: Assertion });
