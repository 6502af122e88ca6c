// Bodies and answers of second factors.

import { type Static, Type } from 'typebox';
import { LineOf, Model, Nullable, Timestamp, Uuid, Variants, Words } from '../../../core/http/schemas.ts';
import { FACTOR_KINDS } from './rules.ts';

const Code = Type.String({ pattern: '^[0-9]{6}$' });
/** Base64url of WebAuthn; an attestation with certificates is a few kilobytes. */
const Bytes = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]*$' });
const Transports = Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 });

/** As `PublicKeyCredential.toJSON()` gives it; what else it has is dropped. */
export const Assertion = Model('PasskeyAssertion', {
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Bytes),
  }),
});
export type Assertion = Static<typeof Assertion>;

export const Attestation = Model('PasskeyAttestation', {
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  response: Type.Object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: Type.Optional(Transports) }),
});
export type Attestation = Static<typeof Attestation>;

const byPasskey = Type.Object({ kind: Type.Literal('passkey'), assertion: Assertion });
const byApp = Type.Object({ kind: Type.Literal('authenticator'), code: Code });
const byRecovery = Type.Object({ kind: Type.Literal('recovery-code'), code: Type.String({ minLength: 16, maxLength: 40 }) });
const byMail = Type.Object(
  { kind: Type.Literal('mailed-code'), code: Code },
  { description: 'of the first factor alone: the code of `/administration/security/registration-code`' },
);

const FactorProof = Variants('FactorProof', 'kind', [byPasskey, byApp, byRecovery]);
export type FactorProof = Static<typeof FactorProof>;
const RegistrationProof = Variants('FactorRegistrationProof', 'kind', [byPasskey, byApp, byRecovery, byMail]);
export type RegistrationProof = Static<typeof RegistrationProof>;

export const ShownFactor = Model('ShownFactor', { proof: FactorProof });
export const ProvenChange = Model('ProvenFactorChange', { proof: FactorProof });
export const NewPasskey = Model('NewPasskey', { name: LineOf(100), attestation: Attestation, proof: RegistrationProof });
export type NewPasskey = Static<typeof NewPasskey>;
export const NewAuthenticator = Model('NewAuthenticator', { code: Code, proof: RegistrationProof });
export type NewAuthenticator = Static<typeof NewAuthenticator>;

export const ChallengeQuestion = Model('PasskeyChallengeQuestion', {
  purpose: Words(['show-factor', 'change-factors'], { title: 'PasskeyPurpose' }),
});
/** For `navigator.credentials`, as `PublicKeyCredential.parse...OptionsFromJSON` reads it. */
export const PasskeyOptions = Model('PasskeyOptions', {
  options: Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown(), { description: 'WebAuthn options in JSON' })),
});
export const AuthenticatorSecret = Model('AuthenticatorSecret', {
  secret: Type.String({ description: 'Base32' }),
  uri: Type.String({ description: 'otpauth, for a link or a QR code' }),
});

export const FactorParams = Type.Object({ factorId: Uuid });

const Factor = Model('SecondFactor', {
  id: Uuid,
  kind: Words(FACTOR_KINDS, { title: 'SecondFactorKind' }),
  name: Type.String({ description: 'empty of an authenticator app' }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});

export const Security = Model('OwnSecurity', {
  state: Words(['open', 'to-show', 'to-register'], {
    title: 'SecondFactorState',
    description: '`to-show`, `to-register`: nothing else is answered before that',
  }),
  isRequired: Type.Boolean(),
  kinds: Type.Array(Words(FACTOR_KINDS, { title: 'SecondFactorKind' })),
  factors: Type.Array(Factor, { description: 'of a session that is open' }),
  recoveryCodesLeft: Type.Integer(),
  shownAt: Nullable(Timestamp),
  askedAgainAfterSeconds: Type.Integer(),
});
export type Security = Static<typeof Security>;

export const RegisteredFactor = Model('RegisteredFactor', {
  id: Uuid,
  recoveryCodes: Type.Array(Type.String(), { description: 'with the first factor, and never again' }),
});
export const RecoveryCodes = Model('RecoveryCodes', { recoveryCodes: Type.Array(Type.String()) });
