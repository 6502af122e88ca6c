// The provider has decided on a step of the online onboarding, or asks for something.

import { greeting, link, paragraph, type Template } from '../content.ts';
import { day } from '../format.ts';
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

const HELD =
  'Votre identité est vérifiée et votre portefeuille est ouvert. Votre compte reste suspendu le temps d’une autre vérification : nous vous écrirons.';

export const onboardingStep: Template<OnboardingStep> = ({ step, dueAt, held, firstName }) => {
  const { subject, button, path, ...known } = STEPS[step];
  const text = held && step === 'accepted' ? HELD : known.text;
  const due = dueAt === undefined ? [] : [paragraph(`Faites-le avant le ${day(dueAt)}.`)];
  return {
    subject,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: subject,
    blocks: [greeting(firstName), paragraph(text), ...due, link(button, path)],
  };
};
