// Mails about an investor's identity: the way to a wallet, documents, names, corrections, a frozen account.

import { type CorrectedField, correctedWords, day, type Moment, moment } from '../format.ts';
import { contact, facts, greeting, link, paragraph, type Template } from '../layout.ts';
import { PAGES } from '../pages.ts';

export type OnboardingStep = {
  step: 'interrupted' | 'under-analysis' | 'asked-again' | 'accepted' | 'update-due' | 'outdated' | 'denied';
  /** ISO instant: the day before which an update is due. */
  dueAt?: string;
  /** The account is suspended, or blocked by the provider, whatever was found of the identity. */
  held?: boolean;
  firstName?: string;
};

const IDENTITY = PAGES.identity;

const STEPS = {
  interrupted: {
    subject: 'Votre vérification n’est pas terminée',
    text: 'La vérification de votre identité s’est arrêtée avant la fin. Reprenez-la là où vous en étiez.',
    button: 'Reprendre la vérification',
    path: IDENTITY,
  },
  'under-analysis': {
    subject: 'Votre dossier est en cours d’analyse',
    text: 'Nous avons bien reçu vos pièces : notre prestataire de paiement les examine. Vous n’avez rien à faire, nous vous écrirons dès sa réponse.',
    button: 'Suivre mon dossier',
    path: IDENTITY,
  },
  'asked-again': {
    subject: 'Il manque quelque chose à votre dossier',
    text: 'Notre prestataire de paiement a besoin d’autres pièces pour vérifier votre identité. Elles vous sont demandées sur sa page.',
    button: 'Compléter mon dossier',
    path: IDENTITY,
  },
  accepted: {
    subject: 'Votre identité est vérifiée',
    text: 'Votre identité est vérifiée et votre portefeuille est ouvert : vous pouvez investir et retirer votre argent.',
    button: 'Découvrir les projets',
    path: PAGES.projects,
  },
  'update-due': {
    subject: 'Votre dossier est à mettre à jour',
    text: 'Notre prestataire de paiement vous demande de mettre à jour votre dossier.',
    button: 'Mettre à jour mon dossier',
    path: IDENTITY,
  },
  outdated: {
    subject: 'Votre pièce d’identité est à renouveler',
    text: 'La vérification de votre identité n’est plus à jour, et votre portefeuille est bloqué. Mettez votre dossier à jour pour continuer à investir et à retirer votre argent.',
    button: 'Mettre à jour mon dossier',
    path: IDENTITY,
  },
  denied: {
    subject: 'Votre demande n’a pas été acceptée',
    text: 'Notre prestataire de paiement n’a pas accepté votre demande d’ouverture de portefeuille. Répondez à cet e-mail si vous pensez qu’il s’agit d’une erreur.',
    button: 'Voir mon dossier',
    path: IDENTITY,
  },
} as const;

const OPEN_BUT_HELD =
  'Votre identité est vérifiée et votre portefeuille est ouvert. Votre compte reste suspendu le temps d’une autre vérification : nous vous écrirons.';

export const onboardingStep: Template<OnboardingStep> = ({ step, dueAt, held, firstName }) => {
  const { subject, button, path, ...known } = STEPS[step];
  const text = held && step === 'accepted' ? OPEN_BUT_HELD : known.text;
  const due = dueAt === undefined ? [] : [paragraph(`Faites-le avant le ${day(dueAt)}.`)];
  return {
    subject,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: subject,
    blocks: [greeting(firstName), paragraph(text), ...due, link(button, path)],
  };
};

/** `held`: the account is suspended, or blocked by the provider, whatever was found of the identity. */
export type IdentityChecked = { outcome: 'verified' | 'refused' | 'outdated'; held?: boolean; firstName?: string };

const VERIFIED_BUT_HELD =
  'Votre identité est vérifiée. Votre compte reste suspendu le temps d’une autre vérification : nous vous écrirons.';

const IDENTITIES = {
  verified: {
    subject: 'Votre identité est vérifiée',
    text: 'Votre identité est vérifiée : vous pouvez investir et retirer votre argent.',
    button: 'Découvrir les projets',
    path: PAGES.projects,
  },
  refused: {
    subject: 'Votre identité n’a pas pu être vérifiée',
    text: 'Les documents transmis n’ont pas permis de vérifier votre identité. Vous pouvez corriger votre profil et envoyer une autre pièce.',
    button: 'Reprendre la vérification',
    path: PAGES.identity,
  },
  outdated: {
    subject: 'Votre pièce d’identité est à renouveler',
    text: 'La vérification de votre identité n’est plus à jour. Transmettez une pièce en cours de validité pour continuer à investir et à retirer votre argent.',
    button: 'Transmettre une pièce',
    path: PAGES.identity,
  },
} as const;

export const identityChecked: Template<IdentityChecked> = (data) => {
  const { subject, button, path, ...outcome } = IDENTITIES[data.outcome];
  const text = data.held && data.outcome === 'verified' ? VERIFIED_BUT_HELD : outcome.text;
  return {
    subject,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: subject,
    blocks: [greeting(data.firstName), paragraph(text), link(button, path)],
  };
};

/** `reason` is the provider's, in our words; null when it gave none. */
export type IdentityDocumentRefused = {
  name: string;
  reason: 'refused' | 'unreadable' | 'expired' | 'wrong-type' | 'wrong-name' | 'duplicate' | null;
  firstName?: string;
};

const REASONS = {
  refused: 'document refusé',
  unreadable: 'document illisible',
  expired: 'document expiré',
  'wrong-type': 'ce n’est pas le document annoncé',
  'wrong-name': 'le nom n’est pas celui de votre profil',
  duplicate: 'document déjà transmis',
} as const;

export const identityDocumentRefused: Template<IdentityDocumentRefused> = (data) => ({
  subject: 'Votre document n’a pas été accepté',
  preview: 'Un autre document est nécessaire pour vérifier votre identité.',
  title: 'Votre document n’a pas été accepté',
  blocks: [
    greeting(data.firstName),
    paragraph('Un document que vous avez transmis n’a pas été accepté. Envoyez-en un autre pour poursuivre la vérification.'),
    facts(['Document', data.name], ['Motif', data.reason === null ? null : REASONS[data.reason]]),
    link('Transmettre un autre document', PAGES.identity),
  ],
});

/** What the provider takes for test data, in French. */
export const NAME_RULES = {
  'test-name': 'le mot « test »',
  'repeated-letter': 'une lettre trois fois de suite',
  'no-vowel': 'un prénom ou un nom sans voyelle',
  'same-names': 'un prénom égal au nom',
} as const;

export const nameMarked: Template<{ mark: keyof typeof NAME_RULES; firstName?: string }> = (data) => ({
  subject: 'Votre nom et notre prestataire de paiement',
  preview: 'Votre profil est enregistré ; notre équipe est prévenue.',
  title: 'Votre nom et notre prestataire de paiement',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Votre profil est enregistré. Notre prestataire de paiement refuse pourtant d’ordinaire ${NAME_RULES[data.mark]} : c’est sa règle, pas la nôtre.`,
    ),
    paragraph(
      'Si votre nom n’est pas écrit comme sur votre pièce d’identité, corrigez-le. S’il l’est, laissez-le : notre équipe est prévenue et demande au prestataire d’ouvrir votre compte.',
    ),
    link('Voir mon profil', PAGES.profile),
    contact('Une question ? Répondez à ce message, ou écrivez-nous :'),
  ],
});

/** `rights`: what a free account may do; it may have to be verified first, or wait for the verifier or the provider. */
export type AccountFrozen = {
  changedAt: Moment;
  firstName?: string;
} & ({ frozen: true } | { frozen: false; rights: keyof typeof FREE });

const FREE = {
  all: 'Vous pouvez de nouveau investir et retirer votre argent.',
  'account-is-being-verified':
    'Notre prestataire de paiement n’a pas terminé sa vérification : investissements et retraits attendent encore sa réponse.',
  'account-not-completed':
    'Il vous reste à faire vérifier votre identité : investissements et retraits vous seront alors ouverts.',
} as const;

export const accountFrozen: Template<AccountFrozen> = (data) => {
  const subject = data.frozen ? 'Votre compte est suspendu' : 'La suspension de votre compte est levée';
  const since = moment(data.changedAt);
  const text = data.frozen
    ? `Votre compte est suspendu depuis le ${since}, le temps d’une vérification. Vos briques et votre argent restent les vôtres ; investissements, ventes et retraits reprendront ensuite.`
    : `Votre compte n’est plus suspendu depuis le ${since}. ${FREE[data.rights]}`;
  const isToVerify = !data.frozen && data.rights === 'account-not-completed';
  return {
    subject,
    preview: data.frozen ? 'Une vérification est en cours.' : 'Notre vérification est terminée.',
    title: subject,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      isToVerify ? link('Vérifier mon identité', PAGES.identity) : link('Voir mon compte', PAGES.account),
      contact('Une question ? Répondez à ce message, ou écrivez-nous :'),
    ],
  };
};

/** `identityUntil`, `accountsUntil`: the first days on which nothing of these is kept any more. */
export type AccountClosed = { closedAt: Moment; identityUntil: Moment; accountsUntil: Moment; firstName?: string };

export const accountClosed: Template<AccountClosed> = (data) => ({
  subject: 'Votre compte est fermé',
  preview: 'Vos accès et les données dont lui seul avait besoin sont effacés.',
  title: 'Votre compte est fermé',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Votre compte est fermé depuis le ${moment(data.closedAt)}, définitivement. Vos accès, vos réglages et les données dont lui seul avait besoin sont effacés.`,
    ),
    paragraph('La loi nous demande de conserver le reste un temps, après quoi il est effacé sans que vous ayez à le demander :'),
    facts(
      ['Pièces et identité, jusqu’au', day(data.identityUntil)],
      ['Factures et écritures, jusqu’au', day(data.accountsUntil)],
    ),
    contact('Vous n’êtes pas à l’origine de cette fermeture, ou vous avez une question ? Écrivez-nous :'),
  ],
});

export type ProfileCorrectionRequested = { fields: readonly CorrectedField[]; requestedAt: Moment; firstName?: string };

export const profileCorrectionRequested: Template<ProfileCorrectionRequested> = (data, platform) => ({
  subject: 'Une correction de votre profil a été demandée',
  preview: 'Elle sera appliquée une fois acceptée par notre prestataire de paiement.',
  title: 'Une correction de votre profil a été demandée',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `La correction d’informations de votre profil ${platform} a été demandée. Elle sera appliquée une fois acceptée par notre prestataire de paiement.`,
    ),
    facts(['Informations concernées', correctedWords(data.fields)], ['Demandée le', moment(data.requestedAt)]),
    link('Voir mon profil', PAGES.profile),
    contact('Vous n’êtes pas à l’origine de cette demande ? Changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});

export type ProfileCorrectionClosed = {
  outcome: keyof typeof CORRECTIONS;
  fields: readonly CorrectedField[];
  firstName?: string;
};

const REFUSED = 'La correction de votre profil a été refusée';

const CORRECTIONS = {
  accepted: {
    subject: 'Votre profil est corrigé',
    text: 'La correction que vous avez demandée est acceptée : votre profil est à jour.',
  },
  'provider-refused': {
    subject: REFUSED,
    text: 'Notre prestataire de paiement n’a pas accepté la correction demandée. Votre profil reste inchangé.',
  },
  'identity-not-confirmed': {
    subject: REFUSED,
    text: 'Notre prestataire de paiement doit d’abord vérifier à nouveau votre identité. Votre profil reste inchangé : corrigez-le puis transmettez une pièce d’identité.',
  },
  'account-frozen': {
    subject: REFUSED,
    text: 'Votre compte est suspendu : la correction demandée n’a pas été appliquée. Votre profil reste inchangé.',
  },
} as const;

export const profileCorrectionClosed: Template<ProfileCorrectionClosed> = (data) => {
  const { subject, text } = CORRECTIONS[data.outcome];
  return {
    subject,
    preview: text,
    title: subject,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      facts(['Informations concernées', correctedWords(data.fields)]),
      link('Voir mon profil', PAGES.profile),
    ],
  };
};
