// Mailed six-digit codes, as their reader finds them in the mailbox.

import type { Person } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** What the subject of a code's mail says it is for. */
const PURPOSES = {
  'email-validation': 'confirmer votre adresse e-mail',
  withdraw: 'autoriser un retrait',
  'bank-account-creation': 'ajouter un compte bancaire',
  'bank-account-removal': 'retirer un compte bancaire',
  'password-update': 'changer votre mot de passe',
  'email-update': 'changer votre adresse e-mail',
  'mfa-enabled-update': 'modifier la double authentification',
  'gift-card-purchase': 'acheter une carte cadeau',
  'profile-correction': 'corriger votre profil',
  'first-factor': 'enregistrer un second facteur',
  'personal-data-export': 'recevoir vos données personnelles',
  'passkey-registration': 'enregistrer une clé d’accès',
  'passkey-removal': 'retirer une clé d’accès',
  'personal-data-erasure': 'fermer votre compte',
} as const;
export type CodeAction = keyof typeof PURPOSES;

/** All codes of the action that reached the address, the newest first. */
export async function codesIn(world: World, address: string, action: CodeAction): Promise<string[]> {
  const mails = await world.mails(address);
  return mails
    .filter(({ subject }) => subject === `Votre code pour ${PURPOSES[action]}`)
    .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
}

/** The newest code of the action, once the address has got `count` of them. */
export function waitForCode(world: World, address: string, action: CodeAction, count = 1): Promise<string> {
  return world.until(async () => {
    const codes = await codesIn(world, address, action);
    return codes.length >= count && codes[0];
  }, `code ${count} for ${action}`);
}

/** Changes the address of an account as its owner does, with the code of each mailbox; returns the new one. */
export async function changeAddress(world: World, person: Person, newEmail = `new-${person.email}`): Promise<string> {
  const known = (await codesIn(world, person.email, 'email-update')).length;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'email-update', newEmail }), 201);
  for (const [address, count] of [
    [person.email, known + 1],
    [newEmail, 1],
  ] as const) {
    const code = await waitForCode(world, address, 'email-update', count);
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'email-update', code }), 201);
  }
  return newEmail;
}

/** The code that the session layer mails to the address because of `ask`. */
export async function sessionCode(world: World, address: string, ask: () => Promise<unknown>): Promise<string> {
  const codes = async () =>
    (await world.mails(address)).flatMap(({ subject, text }) =>
      /^(Votre code|Confirmez votre adresse)/.test(subject) ? (/\b\d{6}\b/.exec(text) ?? []) : [],
    );
  const known = (await codes()).length;
  await ask();
  return world.until(async () => {
    const all = await codes();
    return all.length > known && all[0];
  }, `a code for ${address}`);
}

/** Names of the jobs that speak of the address, done or not, once all of them are done. */
export function mailJobsOf(world: World, address: string): Promise<string[]> {
  return world.until(async () => {
    const jobs = await world.sql<{ name: string; state: string }>(
      'select name, state from pgboss.job where position($1 in data::text) > 0 order by created_on',
      [address],
    );
    return jobs.every(({ state }) => state === 'completed') && jobs.map(({ name }) => name);
  }, `jobs of ${address}`);
}

/** Six digits that are not the code. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
