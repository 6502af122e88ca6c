// Notice to the old address: the account has another one now. Where the change can be undone, its one link does that.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `undoUrl`: the page that undoes the change, until `undoUntil`. */
type EmailChanged = { changedAt: Moment; undoUrl?: string; undoUntil?: Moment; firstName?: string };

export const emailChanged: Template<EmailChanged> = ({ changedAt, undoUrl, undoUntil, firstName }) => ({
  subject: 'Votre adresse e-mail a été modifiée',
  preview: 'Votre compte Mortar utilise désormais une autre adresse.',
  title: 'Votre adresse e-mail a été modifiée',
  blocks: [
    greeting(firstName),
    paragraph(`L’adresse e-mail de votre compte Mortar a été remplacée le ${moment(changedAt)}.`),
    paragraph('Nos messages partiront désormais à la nouvelle adresse.'),
    ...(undoUrl === undefined || undoUntil === undefined
      ? [link('Gérer mon compte', PAGES.account)]
      : [
          paragraph(`Vous n’êtes pas à l’origine de ce changement ? Annulez-le avant le ${moment(undoUntil)}.`),
          link('Ce n’était pas moi', undoUrl),
        ]),
    contact('Vous n’êtes pas à l’origine de ce changement ? Écrivez-nous sans attendre :'),
  ],
});
