// Mails about what a sign-in rests on: address, password, second factor.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

export const welcome: Template<{ firstName?: string }> = (data) => ({
  subject: 'Bienvenue chez Mortar',
  preview: 'Votre adresse est confirmée, votre compte est ouvert.',
  title: 'Bienvenue chez Mortar',
  blocks: [
    greeting(data.firstName),
    paragraph('Votre adresse e-mail est confirmée et votre compte est ouvert.'),
    paragraph('Il vous reste à compléter votre profil et à transmettre une pièce d’identité : vous pourrez alors investir.'),
    link('Compléter mon profil', PAGES.identity),
  ],
});

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

export const emailRestored: Template<{ changedAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre adresse e-mail est rétablie',
  preview: 'Choisissez un nouveau mot de passe pour vous connecter.',
  title: 'Votre adresse e-mail est rétablie',
  blocks: [
    greeting(data.firstName),
    paragraph(`Votre compte Mortar a retrouvé cette adresse le ${moment(data.changedAt)}.`),
    paragraph(
      'Tous les appareils ont été déconnectés, les comptes bancaires ajoutés depuis le changement ont été retirés, les cartes cadeaux achetées depuis sont bloquées, et l’ancien mot de passe ne fonctionne plus : choisissez-en un nouveau par « Mot de passe oublié ».',
    ),
    link('Me connecter', '/account'),
    contact('Vérifiez vos derniers mouvements, et au moindre doute, écrivez-nous :'),
  ],
});

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
