// Mails about signing in: codes, passwords, addresses and second factors.

import { type Moment, moment } from '../format.ts';
import { type Block, code, contact, facts, greeting, link, note, paragraph, type Template } from '../layout.ts';
import { PAGES } from '../pages.ts';

/** What the code is for, in the reader's words. */
const ACTIONS = {
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

/**
 * `newEmail`: of a change of address, whose other code is mailed to the other address. `replaces`: the request took the place of one that
 * was waiting; who asked once has a stranger in their session.
 */
type MfaCode = {
  code: string;
  action: keyof typeof ACTIONS;
  expiresAt: Moment;
  newEmail?: string;
  replaces?: true;
  firstName?: string;
};

export const mfaCode: Template<MfaCode> = (data) => ({
  subject: `Votre code pour ${ACTIONS[data.action]}`,
  preview: 'Saisissez ce code pour continuer.',
  title: 'Votre code de confirmation',
  blocks: [
    greeting(data.firstName),
    paragraph(`Voici le code à saisir pour ${ACTIONS[data.action]} :`),
    code(data.code),
    ...(data.replaces
      ? [
          paragraph(
            'Cette demande en remplace une autre, faite peu avant. Si vous n’en avez fait qu’une, n’utilisez pas ce code : déconnectez tous vos appareils et changez votre mot de passe.',
          ),
        ]
      : []),
    ...(data.newEmail === undefined
      ? []
      : [
          facts(['Nouvelle adresse', data.newEmail]),
          paragraph('Le changement demande deux codes : celui envoyé à l’adresse actuelle et celui envoyé à la nouvelle.'),
        ]),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Vous n’avez rien demandé ? Ne transmettez ce code à personne et changez votre mot de passe.'),
  ],
});

export const signInCode: Template<{ code: string; expiresAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre code de connexion',
  preview: 'Saisissez ce code pour terminer votre connexion.',
  title: 'Votre code de connexion',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour vous connecter :'),
    code(data.code),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Ce n’est pas vous qui vous connectez ? Changez votre mot de passe sans attendre.'),
  ],
});

export const emailVerificationCode: Template<{ code: string; expiresAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Confirmez votre adresse e-mail',
  preview: 'Saisissez ce code pour confirmer votre adresse.',
  title: 'Confirmez votre adresse e-mail',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour confirmer votre adresse e-mail :'),
    code(data.code),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Vous n’avez pas créé de compte ? Ignorez ce message.'),
  ],
});

/** `resetUrl`: the page that takes a new password, until `linkUntil`. */
type PasswordReset = { code: string; expiresAt: Moment; resetUrl: string; linkUntil: Moment; firstName?: string };

export const passwordResetCode: Template<PasswordReset> = (data) => ({
  subject: 'Votre code pour choisir un nouveau mot de passe',
  preview: 'Saisissez ce code pour choisir un nouveau mot de passe.',
  title: 'Choisissez un nouveau mot de passe',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour choisir un nouveau mot de passe :'),
    code(data.code),
    paragraph(
      `Il est valable jusqu’au ${moment(data.expiresAt)}. Le lien ci-dessous demande un nouveau mot de passe sans code, jusqu’au ${moment(data.linkUntil)} :`,
    ),
    link('Choisir un nouveau mot de passe', data.resetUrl),
    note('Vous n’avez rien demandé ? Ignorez ce message : votre mot de passe reste le même.'),
  ],
});

export const welcome: Template<{ firstName?: string }> = (data, platform) => ({
  subject: `Bienvenue chez ${platform}`,
  preview: 'Votre adresse est confirmée, votre compte est ouvert.',
  title: `Bienvenue chez ${platform}`,
  blocks: [
    greeting(data.firstName),
    paragraph('Votre adresse e-mail est confirmée et votre compte est ouvert.'),
    paragraph('Il vous reste à compléter votre profil et à transmettre une pièce d’identité : vous pourrez alors investir.'),
    link('Compléter mon profil', PAGES.identity),
  ],
});

/** `undoUrl`: the page that undoes the change, until `undoUntil`. */
type EmailChanged = { changedAt: Moment; undoUrl?: string; undoUntil?: Moment; firstName?: string };

export const emailChanged: Template<EmailChanged> = ({ changedAt, undoUrl, undoUntil, firstName }, platform) => ({
  subject: 'Votre adresse e-mail a été modifiée',
  preview: `Votre compte ${platform} utilise désormais une autre adresse.`,
  title: 'Votre adresse e-mail a été modifiée',
  blocks: [
    greeting(firstName),
    paragraph(`L’adresse e-mail de votre compte ${platform} a été remplacée le ${moment(changedAt)}.`),
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

export const emailRestored: Template<{ changedAt: Moment; firstName?: string }> = (data, platform) => ({
  subject: 'Votre adresse e-mail est rétablie',
  preview: 'Choisissez un nouveau mot de passe pour vous connecter.',
  title: 'Votre adresse e-mail est rétablie',
  blocks: [
    greeting(data.firstName),
    paragraph(`Votre compte ${platform} a retrouvé cette adresse le ${moment(data.changedAt)}.`),
    paragraph(
      'Tous les appareils ont été déconnectés, toutes les clés d’accès et les comptes bancaires ajoutés depuis le changement ont été retirés, les cartes cadeaux achetées depuis sont bloquées, et l’ancien mot de passe ne fonctionne plus : choisissez-en un nouveau par « Mot de passe oublié ».',
    ),
    link('Me connecter', PAGES.account),
    contact('Vérifiez vos derniers mouvements, et au moindre doute, écrivez-nous :'),
  ],
});

/** `passkeys`: how many ended with a reset of the password, and those that stay. */
type PasskeysAfterReset = { ended: number; kept: readonly { name: string; registeredAt: Moment }[] };

export const passwordChanged: Template<{
  changedAt: Moment;
  firstName?: string;
  isAdministrator?: boolean;
  passkeys?: PasskeysAfterReset;
}> = (data, platform) => ({
  subject: 'Votre mot de passe a été modifié',
  preview: `Le mot de passe de votre compte ${platform} a été remplacé.`,
  title: 'Votre mot de passe a été modifié',
  blocks: [
    greeting(data.firstName),
    paragraph(`Le mot de passe de votre compte ${platform} a été remplacé le ${moment(data.changedAt)}.`),
    paragraph('Vos autres appareils ont été déconnectés.'),
    ...passkeysAfterReset(data.passkeys),
    // The page is one of investors.
    ...(data.isAdministrator ? [] : [link('Gérer mon compte', data.passkeys ? PAGES.security : PAGES.account)]),
    contact('Vous n’êtes pas à l’origine de ce changement ? Écrivez-nous sans attendre :'),
  ],
});

function passkeysAfterReset(passkeys: PasskeysAfterReset | undefined): Block[] {
  if (!passkeys) return [];
  const { ended, kept } = passkeys;
  return [
    ...(ended > 0
      ? [
          paragraph(
            'Par sécurité, les clés d’accès enregistrées ces derniers jours ont été retirées. Vous pouvez les enregistrer de nouveau.',
          ),
        ]
      : []),
    ...(kept.length > 0
      ? [
          paragraph('Ces clés d’accès restent valables. Retirez toute clé que vous ne reconnaissez pas :'),
          facts(...kept.map(({ name, registeredAt }) => [name, `enregistrée le ${moment(registeredAt)}`] as const)),
        ]
      : []),
  ];
}

export const secondFactorChanged: Template<{
  enabled: boolean;
  changedAt: Moment;
  firstName?: string;
  isAdministrator?: boolean;
}> = (data, platform) => {
  const word = data.enabled ? 'activée' : 'désactivée';
  return {
    subject: `La double authentification est ${word}`,
    preview: `La sécurité de votre compte ${platform} a été modifiée.`,
    title: `La double authentification est ${word}`,
    blocks: [
      greeting(data.firstName),
      paragraph(`La double authentification de votre compte ${platform} a été ${word} le ${moment(data.changedAt)}.`),
      // The page is one of investors.
      ...(data.isAdministrator ? [] : [link('Gérer mon compte', PAGES.account)]),
      contact('Vous n’êtes pas à l’origine de ce changement ? Changez votre mot de passe et écrivez-nous sans attendre :'),
    ],
  };
};

export const passkeysChanged: Template<{
  what: 'passkey-registration' | 'passkey-removal';
  changedAt: Moment;
  firstName?: string;
}> = ({ what, changedAt, firstName }, platform) => {
  const subject = what === 'passkey-registration' ? 'Une clé d’accès a été enregistrée' : 'Une clé d’accès a été retirée';
  return {
    subject,
    preview: `La sécurité de votre compte ${platform} a été modifiée.`,
    title: subject,
    blocks: [
      greeting(firstName),
      paragraph(`${subject} le ${moment(changedAt)}. Vos autres appareils ont été déconnectés.`),
      ...(what === 'passkey-registration'
        ? [paragraph('Elle confirme désormais vos opérations, à la place d’un code envoyé par e-mail.')]
        : []),
      link('Voir la sécurité de mon compte', PAGES.security),
      contact('Vous n’êtes pas à l’origine de ce changement ? Changez votre mot de passe et écrivez-nous sans attendre :'),
    ],
  };
};

/** A secret link was made, also in place of one before: it outlives the session that asked for it. */
export const calendarLinkMade: Template<{ madeAt: Moment; firstName?: string }> = ({ madeAt, firstName }) => ({
  subject: 'Un lien de calendrier a été créé',
  preview: 'Il montre vos versements à qui le connaît.',
  title: 'Un lien de calendrier a été créé',
  blocks: [
    greeting(firstName),
    paragraph(
      `Un lien secret vers le calendrier de vos versements a été créé le ${moment(madeAt)}. Le précédent ne fonctionne plus.`,
    ),
    paragraph(
      'Qui connaît ce lien y lit les noms de vos projets et les montants, sans se connecter, jusqu’à ce que vous le supprimiez.',
    ),
    link('Voir mes placements', PAGES.investments),
    contact('Vous n’êtes pas à l’origine de ce lien ? Supprimez-le, changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});
