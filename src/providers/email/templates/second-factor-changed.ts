// Notice: the code at sign-in was turned on or off.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export const secondFactorChanged: Template<{
  enabled: boolean;
  changedAt: Moment;
  firstName?: string;
  isAdministrator?: boolean;
}> = (data) => {
  const word = data.enabled ? 'activée' : 'désactivée';
  return {
    subject: `La double authentification est ${word}`,
    preview: 'La sécurité de votre compte Mortar a été modifiée.',
    title: `La double authentification est ${word}`,
    blocks: [
      greeting(data.firstName),
      paragraph(`La double authentification de votre compte Mortar a été ${word} le ${moment(data.changedAt)}.`),
      // The page is one of investors.
      ...(data.isAdministrator ? [] : [link('Gérer mon compte', PAGES.account)]),
      contact('Vous n’êtes pas à l’origine de ce changement ? Changez votre mot de passe et écrivez-nous sans attendre :'),
    ],
  };
};
