// Notice: the password of the account was replaced and its other sessions ended.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export const passwordChanged: Template<{ changedAt: Moment; firstName?: string; isAdministrator?: boolean }> = (data) => ({
  subject: 'Votre mot de passe a été modifié',
  preview: 'Le mot de passe de votre compte Mortar a été remplacé.',
  title: 'Votre mot de passe a été modifié',
  blocks: [
    greeting(data.firstName),
    paragraph(`Le mot de passe de votre compte Mortar a été remplacé le ${moment(data.changedAt)}.`),
    paragraph('Vos autres appareils ont été déconnectés.'),
    // The page is one of investors.
    ...(data.isAdministrator ? [] : [link('Gérer mon compte', PAGES.account)]),
    contact('Vous n’êtes pas à l’origine de ce changement ? Écrivez-nous sans attendre :'),
  ],
});
