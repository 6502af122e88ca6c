// The provider has decided on the investor's identity, or a decision has run out.

import { greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';

/** `held`: the account is suspended, or blocked by the provider, whatever was found of the identity. */
export type IdentityChecked = { outcome: 'verified' | 'refused' | 'outdated'; held?: boolean; firstName?: string };

const HELD = 'Votre identité est vérifiée. Votre compte reste suspendu le temps d’une autre vérification : nous vous écrirons.';

const OUTCOMES = {
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
  const { subject, button, path, ...outcome } = OUTCOMES[data.outcome];
  const text = data.held && data.outcome === 'verified' ? HELD : outcome.text;
  return {
    subject,
    preview: text.slice(0, text.indexOf('.') + 1),
    title: subject,
    blocks: [greeting(data.firstName), paragraph(text), link(button, path)],
  };
};
