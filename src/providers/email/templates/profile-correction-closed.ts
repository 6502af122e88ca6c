// What became of a correction of the profile.

import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';
import { type CorrectedField, correctedWords } from '../words-of-profile.ts';

export type ProfileCorrectionClosed = { outcome: keyof typeof OUTCOMES; fields: readonly CorrectedField[]; firstName?: string };

const REFUSED = 'La correction de votre profil a été refusée';

const OUTCOMES = {
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
  const { subject, text } = OUTCOMES[data.outcome];
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
