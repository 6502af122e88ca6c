// Notice to the former address: it is that of the account again.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

export const emailRestored: Template<{ changedAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre adresse e-mail est rétablie',
  preview: 'Choisissez un nouveau mot de passe pour vous connecter.',
  title: 'Votre adresse e-mail est rétablie',
  blocks: [
    greeting(data.firstName),
    paragraph(`Votre compte Mortar a retrouvé cette adresse le ${moment(data.changedAt)}.`),
    paragraph(
      'Tous les appareils ont été déconnectés, les comptes bancaires ajoutés depuis le changement ont été retirés, et l’ancien mot de passe ne fonctionne plus : choisissez-en un nouveau par « Mot de passe oublié ».',
    ),
    link('Me connecter', '/account'),
    contact('Vérifiez vos derniers mouvements, et au moindre doute, écrivez-nous :'),
  ],
});
