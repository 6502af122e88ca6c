// A profile was saved with a name that the payment provider usually refuses.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';

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
