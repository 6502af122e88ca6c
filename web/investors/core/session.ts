// Who is signed in, and how somebody signs up and in. A session that ends in the middle of something is opened again over the page.

import { signal } from '@preact/signals';
import { createMortar } from '../../../clients/typescript/src/index.ts';
import { leaveDrafts } from '../../core/draft.ts';
import { usePasskey } from '../../core/passkeys.ts';
import { origin } from './origin.ts';

export type Account = { name: string; email: string; isOperator: boolean };

/** null when nobody is signed in; the document says it. */
export const account = signal<Account | null>(null);
/** True while the page stands and its session has ended. */
export const sessionHasEnded = signal(false);

/** Only for the session: what it refuses opens no dialog. */
const door = createMortar({ url: origin, retries: 0 });

export type SignInStep = 'signed-in' | 'code-needed' | 'passkey-offered';

/**
 * First step; with a second factor a passkey is offered where the account has one, else a code is mailed: `signWithPasskey` or `giveCode` ends it.
 */
export async function signIn(email: string, password: string): Promise<SignInStep> {
  const { twoFactorRedirect } = await door.signIn({ body: { email, password } });
  if (!twoFactorRedirect) return enter();
  if (await hasPasskey()) return 'passkey-offered';
  await mailCode();
  return 'code-needed';
}

/** Whatever the refusal: a code by mail is the other way. */
async function hasPasskey(): Promise<boolean> {
  return door.askPasskeyAtSignIn().then(
    () => true,
    () => false,
  );
}

/** Error: `PasskeyRefused`. */
export async function signWithPasskey(isTrusted: boolean): Promise<SignInStep> {
  const { options } = await door.askPasskeyAtSignIn();
  const { code } = await door.confirmSignInByPasskey({ body: { assertion: await usePasskey(options) } });
  return giveCode(code, isTrusted);
}

export async function mailCode(): Promise<void> {
  await door.sendSignInCode();
}

/** `isTrusted`: this device is not asked again for a while. */
export async function giveCode(code: string, isTrusted: boolean): Promise<SignInStep> {
  await door.verifySignInCode({ body: { code, trustDevice: isTrusted } });
  return enter();
}

/** Opens an account, which is signed in at once; its address is proved by a code that is mailed. */
export async function signUp(person: { name: string; email: string; password: string }): Promise<SignInStep> {
  await door.signUp({ body: person });
  await mailProof(person.email);
  return enter();
}

export async function mailProof(email: string): Promise<void> {
  await door.sendVerificationCode({ body: { email, type: 'email-verification' } });
}

export async function proveAddress(email: string, otp: string): Promise<void> {
  await door.verifyEmail({ body: { email, otp } });
}

export async function mailNewPasswordCode(email: string): Promise<void> {
  await door.requestPasswordReset({ body: { email } });
}

export async function setNewPassword(email: string, otp: string, password: string): Promise<void> {
  await door.resetPassword({ body: { email, otp, password } });
}

/** What the pages have read, and what was typed there, is not for the next user. */
export async function signOut(): Promise<void> {
  await door.signOut();
  leaveDrafts();
  location.assign('/');
}

async function enter(): Promise<SignInStep> {
  const before = account.value;
  const current = await door.readSession();
  if (!current) throw new Error('the sign-in left no session');
  const { name, email, role } = current.user;
  // Somebody else at the same machine begins with their own page.
  if (before && before.email !== email) {
    leaveDrafts();
    location.assign('/');
  }
  account.value = { name, email, isOperator: role === 'admin' };
  sessionHasEnded.value = false;
  for (const go of waiting.splice(0)) go();
  return 'signed-in';
}

const waiting: (() => void)[] = [];

/** Resolves when somebody has signed in again. */
export function signedInAgain(): Promise<void> {
  sessionHasEnded.value = true;
  return new Promise((resolve) => waiting.push(resolve));
}
