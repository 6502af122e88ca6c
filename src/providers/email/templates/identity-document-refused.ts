// The provider refused one identity document: which, and why.

import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';

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
