// Mails that carry a code.

import { code, facts, greeting, note, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

/** What the code is for, in the reader's words. */
const ACTIONS = {
  'email-validation': 'confirmer votre adresse e-mail',
  withdraw: 'autoriser un retrait',
  'bank-account-creation': 'ajouter un compte bancaire',
  'password-update': 'changer votre mot de passe',
  'email-update': 'changer votre adresse e-mail',
  'mfa-enabled-update': 'modifier la double authentification',
  'gift-card-purchase': 'acheter une carte cadeau',
  'profile-correction': 'corriger votre profil',
} as const;

/** `newEmail`: of a change of address, whose other code is mailed to the other address. */
type MfaCode = { code: string; action: keyof typeof ACTIONS; expiresAt: Moment; newEmail?: string; firstName?: string };

export const mfaCode: Template<MfaCode> = (data) => ({
  subject: `Votre code pour ${ACTIONS[data.action]}`,
  preview: 'Saisissez ce code dans Mortar pour continuer.',
  title: 'Votre code de confirmation',
  blocks: [
    greeting(data.firstName),
    paragraph(`Voici le code à saisir pour ${ACTIONS[data.action]} :`),
    code(data.code),
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

export const passwordResetCode: Template<{ code: string; expiresAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre code pour choisir un nouveau mot de passe',
  preview: 'Saisissez ce code pour choisir un nouveau mot de passe.',
  title: 'Choisissez un nouveau mot de passe',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour choisir un nouveau mot de passe :'),
    code(data.code),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Vous n’avez rien demandé ? Ignorez ce message : votre mot de passe reste le même.'),
  ],
});
