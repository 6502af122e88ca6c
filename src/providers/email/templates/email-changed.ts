// Notice to the old address: the account has another one now.

import { greeting, link, note, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

export const emailChanged: Template<{ changedAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre adresse e-mail a été modifiée',
  preview: 'Votre compte Mortar utilise désormais une autre adresse.',
  title: 'Votre adresse e-mail a été modifiée',
  blocks: [
    greeting(data.firstName),
    paragraph(`L’adresse e-mail de votre compte Mortar a été remplacée le ${moment(data.changedAt)}.`),
    paragraph('Nos messages partiront désormais à la nouvelle adresse.'),
    link('Gérer mon compte', '/account'),
    note('Vous n’êtes pas à l’origine de ce changement ? Contactez-nous sans attendre.'),
  ],
});
