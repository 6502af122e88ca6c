// Who is signed in. A session that ends in the middle of something is opened again over the page: nothing typed is lost.

import { signal } from '@preact/signals';
import { type AdministratorRole, createMortar, MortarError, type Permission } from '../../../clients/typescript/src/index.ts';
import { leaveDrafts } from '../../core/draft.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  hasSecondFactor: boolean;
  isFromIdentityProvider: boolean;
  roles: readonly AdministratorRole[];
  permissions: ReadonlySet<Permission>;
};

/** undefined until it was asked; null when nobody is signed in. */
export const account = signal<Account | null | undefined>(undefined);
/** Whether the roles of who is signed in have this permission. The API decides: here it only decides what is shown. */
export function may(permission: Permission): boolean {
  return account.value?.permissions.has(permission) ?? false;
}

/** Something was not even asked for, as the roles of who is signed in do not show it. */
export class Lacking extends Error {
  readonly permission: Permission;
  constructor(permission: Permission) {
    super(permission);
    this.permission = permission;
  }
}

/** A reader of a part of a page that takes more than its page does: without the permission nothing is asked, and the place says so. */
export function needing<A extends unknown[], T>(
  permission: Permission,
  read: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  return async (...args) => {
    if (!may(permission)) throw new Lacking(permission);
    return read(...args);
  };
}

/** True while the page stands and its session has ended. */
export const sessionHasEnded = signal(false);

/** True while the session of the browser has not shown its second factor. */
export const isFactorNeeded = signal(false);

/** True while somebody is asked for the second factor again; what asked for it waits. */
export const isSteppingUp = signal(false);
const asking: ((isShown: boolean) => void)[] = [];

/** Resolves when the second factor was shown again (true), or the person did not want to. */
export function stepUp(): Promise<boolean> {
  isSteppingUp.value = true;
  return new Promise((resolve) => asking.push(resolve));
}

export function endStepUp(isShown: boolean): void {
  isSteppingUp.value = false;
  for (const go of asking.splice(0)) go(isShown);
}

/** Only for the session: what it refuses opens no dialog. */
export const door = createMortar({ url: location.origin, retries: 0 });

/** Why a sign-in goes on or is over. */
export type SignInStep = 'signed-in' | 'code-needed' | 'factor-needed' | 'not-an-administrator' | 'without-a-role';

/** Reads the session that the browser holds. */
export async function readAccount(): Promise<void> {
  const found = await administratorOfSession();
  isFactorNeeded.value = found === 'factor-needed';
  account.value = typeof found === 'string' ? null : found;
}

/** Something was refused for want of a permission: the roles have changed since the page was opened. */
export async function readPermissions(): Promise<void> {
  const found = await administratorOfSession();
  if (typeof found !== 'string' && found.id === account.value?.id) account.value = found;
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

/** Whoever has the link of an invitation becomes administrator, and is signed in; where a code is asked for, at the sign-in. */
export async function acceptInvitation(token: string, name: string, password: string): Promise<void> {
  const { email } = await door.acceptAdministratorInvitation({ body: { token, name, password } });
  await door.signIn({ body: { email, password } });
  startAfresh();
}

/** Also at the identity provider, where the session began there: who comes next at this machine is asked who they are. */
export async function signOut(): Promise<void> {
  const isFromProvider = account.value?.isFromIdentityProvider === true;
  await door.signOut();
  startAfresh(isFromProvider ? '/auth/oidc/sign-out' : '/console');
}

/** What the pages have read, and what was typed there, is not for the next user. */
function startAfresh(at = '/console'): void {
  leaveDrafts();
  location.assign(at);
}

/** After each step of a sign-in. */
export async function enter(): Promise<SignInStep> {
  const before = account.value;
  const now = await administratorOfSession();
  isFactorNeeded.value = now === 'factor-needed';
  if (now === 'factor-needed') return now;
  if (typeof now === 'string') {
    await door.signOut();
    return now;
  }
  // Somebody else at the same machine begins with their own page.
  if (before && before.id !== now.id) startAfresh();
  account.value = now;
  sessionHasEnded.value = false;
  for (const go of waiting.splice(0)) go();
  return 'signed-in';
}

/** Whether an administrator has a session in this browser: opened in another tab. */
export async function sessionIsBack(): Promise<boolean> {
  const found = await administratorOfSession();
  return found === 'factor-needed' || typeof found !== 'string';
}

async function administratorOfSession(): Promise<Account | 'factor-needed' | 'not-an-administrator' | 'without-a-role'> {
  const current = await door.readSession();
  if (current?.user.role !== 'admin') return 'not-an-administrator';
  try {
    const { permissions, ...own } = await door.readOwnAdministratorAccount();
    return { ...own, permissions: new Set(permissions) };
  } catch (error) {
    if (error instanceof MortarError && error.code === 'second-factor-required') return 'factor-needed';
    if (error instanceof MortarError && error.code === 'forbidden') return 'without-a-role';
    throw error;
  }
}

const waiting: (() => void)[] = [];

/** Resolves when somebody has signed in again. */
export function signedInAgain(): Promise<void> {
  sessionHasEnded.value = true;
  return new Promise((resolve) => waiting.push(resolve));
}
