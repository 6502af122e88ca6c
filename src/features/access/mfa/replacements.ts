// What replaces what, and what that ends, tells and delays (access.md#what-replaces-what). Pure.

/** An address to which a code was mailed, or whose owner follows a link. */
type Mailbox = 'present-address' | 'new-address' | 'former-address';
/**
 * `passkey-or-present-address`: what the owner has chosen of both (access.md#passkeys-of-investors). `factor`: of administrators, a
 * passkey, a code of an authenticator app, or a recovery code.
 */
type Proof = Mailbox | 'passkey-or-present-address' | 'factor';

type Replacement = {
  replaces: 'password' | 'second-factor' | 'address' | 'bank-account';
  /** Which mailboxes must be read, or what is shown; a session never suffices to put something in the place of another. */
  proofs: readonly Proof[];
  /** The session that goes on. All others end, and with them sign-ins under way, trusted devices and codes; or nothing ends. */
  keeps: 'this-session' | 'named-session' | 'no-session' | 'nothing-ends';
  /** The mailboxes that are notified. */
  tells: readonly Mailbox[];
  /**
   * The passkeys of the account that end besides the one it is about: all, or the recent ones, registered while withdrawals to new bank
   * accounts would still have waited. An administrator's are factors of their own, which no mailbox takes away.
   */
  endsPasskeys: 'all' | 'recent' | 'none';
  /** Whether withdrawals wait to bank accounts that are added afterwards. */
  delays: boolean;
};

export const REPLACEMENTS = {
  'password-update': {
    replaces: 'password',
    proofs: ['passkey-or-present-address'],
    keeps: 'named-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: true,
  },
  'password-reset': {
    replaces: 'password',
    proofs: ['present-address'],
    keeps: 'no-session',
    tells: ['present-address'],
    endsPasskeys: 'recent',
    delays: true,
  },
  // On the command line, of an administrator.
  'admin-create': {
    replaces: 'password',
    proofs: [],
    keeps: 'no-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: true,
  },
  'mfa-enabled-update': {
    replaces: 'second-factor',
    proofs: ['passkey-or-present-address'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: true,
  },
  // Of investors: a passkey stands in for mailed codes, so that what it replaces confirms it.
  'passkey-registration': {
    replaces: 'second-factor',
    proofs: ['passkey-or-present-address'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: true,
  },
  'passkey-removal': {
    replaces: 'second-factor',
    proofs: ['passkey-or-present-address'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: true,
  },
  // Of administrators: passkeys, authenticator apps and recovery codes.
  'first-factor': {
    replaces: 'second-factor',
    proofs: ['present-address'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: false,
  },
  'factor-registration': {
    replaces: 'second-factor',
    proofs: ['factor'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: false,
  },
  'factor-removal': {
    replaces: 'second-factor',
    proofs: ['factor'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: false,
  },
  'recovery-codes': {
    replaces: 'second-factor',
    proofs: ['factor'],
    keeps: 'this-session',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: false,
  },
  // By another owner, or on the command line.
  'factor-reset': {
    replaces: 'second-factor',
    proofs: [],
    keeps: 'no-session',
    tells: ['present-address'],
    endsPasskeys: 'all',
    delays: false,
  },
  'email-update': {
    replaces: 'address',
    proofs: ['present-address', 'new-address'],
    keeps: 'this-session',
    tells: ['former-address'],
    endsPasskeys: 'none',
    delays: true,
  },
  'email-update-undo': {
    replaces: 'address',
    proofs: ['former-address'],
    keeps: 'no-session',
    tells: ['present-address', 'former-address'],
    endsPasskeys: 'all',
    delays: true,
  },
  'bank-account-creation': {
    replaces: 'bank-account',
    proofs: ['passkey-or-present-address'],
    keeps: 'nothing-ends',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: false,
  },
  'bank-account-removal': {
    replaces: 'bank-account',
    proofs: ['passkey-or-present-address'],
    keeps: 'nothing-ends',
    tells: ['present-address'],
    endsPasskeys: 'none',
    delays: false,
  },
} as const satisfies Record<string, Replacement>;

/** Ways to replace what a sign-in rests on. */
export type CredentialChangeKind = Exclude<keyof typeof REPLACEMENTS, 'bank-account-creation' | 'bank-account-removal'>;

/** Where the codes of an action are mailed: to the present address, and where the action replaces it to the new one too. */
export function mailboxesOf(action: string): readonly ('present-address' | 'new-address')[] {
  return action === 'email-update' ? REPLACEMENTS[action].proofs : ['present-address'];
}
