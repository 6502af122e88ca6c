// Warning: somebody with a session asked to change what an investor is known by. The new values are not told.

import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';
import { type CorrectedField, correctedWords } from '../words-of-profile.ts';

export type ProfileCorrectionRequested = { fields: readonly CorrectedField[]; requestedAt: Moment; firstName?: string };

export const profileCorrectionRequested: Template<ProfileCorrectionRequested> = (data) => ({
  subject: 'Une correction de votre profil a été demandée',
  preview: 'Elle sera appliquée une fois acceptée par notre prestataire de paiement.',
  title: 'Une correction de votre profil a été demandée',
  blocks: [
    greeting(data.firstName),
    paragraph(
      'La correction d’informations de votre profil Mortar a été demandée. Elle sera appliquée une fois acceptée par notre prestataire de paiement.',
    ),
    facts(['Informations concernées', correctedWords(data.fields)], ['Demandée le', moment(data.requestedAt)]),
    link('Voir mon profil', PAGES.profile),
    contact('Vous n’êtes pas à l’origine de cette demande ? Changez votre mot de passe et écrivez-nous sans attendre :'),
  ],
});
