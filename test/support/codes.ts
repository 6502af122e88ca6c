// Mailed six-digit codes, as their reader finds them in the mailbox.

import type { World } from './world.ts';

/** What the subject of a code's mail says it is for. */
const PURPOSES = {
  'email-validation': 'confirmer votre adresse e-mail',
  withdraw: 'autoriser un retrait',
  'bank-account-creation': 'ajouter un compte bancaire',
  'password-update': 'changer votre mot de passe',
  'email-update': 'changer votre adresse e-mail',
  'mfa-enabled-update': 'modifier la double authentification',
  'gift-card-purchase': 'acheter une carte cadeau',
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

/** Six digits that are not the code. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
