// Notice to the old address: the account has another one now.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export const emailChanged: Template<{ changedAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre adresse e-mail a été modifiée',
  preview: 'Votre compte Mortar utilise désormais une autre adresse.',
  title: 'Votre adresse e-mail a été modifiée',
  blocks: [
    greeting(data.firstName),
    paragraph(`L’adresse e-mail de votre compte Mortar a été remplacée le ${moment(data.changedAt)}.`),
    paragraph('Nos messages partiront désormais à la nouvelle adresse.'),
    link('Gérer mon compte', PAGES.account),
    contact('Vous n’êtes pas à l’origine de ce changement ? Écrivez-nous sans attendre :'),
  ],
});
