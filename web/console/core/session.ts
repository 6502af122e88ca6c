// Who is signed in. A session that ends in the middle of something is opened again over the page: nothing typed is lost.

import { signal } from '@preact/signals';
import { createMortar } from '../../../clients/typescript/src/index.ts';
import { leaveDrafts } from '../../core/draft.ts';

export type Account = { id: string; email: string; name: string; hasSecondFactor: boolean };

/** undefined until it was asked; null when nobody is signed in. */
export const account = signal<Account | null | undefined>(undefined);
/** True while the page stands and its session has ended. */
export const sessionHasEnded = signal(false);

/** Only for the session: what it refuses opens no dialog. */
const door = createMortar({ url: location.origin, retries: 0 });

/** Why a sign-in goes on or is over. */
export type SignInStep = 'signed-in' | 'code-needed' | 'not-an-administrator';

/** Reads the session that the browser holds. */
export async function readAccount(): Promise<void> {
  account.value = await administratorOfSession();
}

/** First step; with a second factor a code is mailed, and `giveCode` ends it. */
export async function signIn(email: string, password: string): Promise<SignInStep> {
  const { twoFactorRedirect } = await door.signIn({ body: { email, password } });
  if (!twoFactorRedirect) return enter();
  await mailCode();
  return 'code-needed';
}

export async function mailCode(): Promise<void> {
  await door.sendSignInCode();
}

export async function giveCode(code: string): Promise<SignInStep> {
  await door.verifySignInCode({ body: { code } });
  return enter();
}

export async function signOut(): Promise<void> {
  await door.signOut();
  startAfresh();
}

/** What the pages have read, and what was typed there, is not for the next user. */
function startAfresh(): void {
  leaveDrafts();
  location.assign('/console');
}

async function enter(): Promise<SignInStep> {
  const before = account.value;
  const now = await administratorOfSession();
  if (now === null) {
    await door.signOut();
    return 'not-an-administrator';
  }
  // Somebody else at the same machine begins with their own page.
  if (before && before.id !== now.id) startAfresh();
  account.value = now;
  sessionHasEnded.value = false;
  for (const go of waiting.splice(0)) go();
  return 'signed-in';
}

async function administratorOfSession(): Promise<Account | null> {
  const current = await door.readSession();
  if (current?.user.role !== 'admin') return null;
  const { id, email, name, twoFactorEnabled } = current.user;
  return { id, email, name, hasSecondFactor: twoFactorEnabled === true };
}

const waiting: (() => void)[] = [];

/** Resolves when somebody has signed in again. */
export function signedInAgain(): Promise<void> {
  sessionHasEnded.value = true;
  return new Promise((resolve) => waiting.push(resolve));
}
