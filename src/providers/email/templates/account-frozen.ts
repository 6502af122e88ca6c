// Notice: the account was frozen, or is free again. The reason stays with the team.

import { contact, greeting, link, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

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
