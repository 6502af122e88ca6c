// Words of what keeps a step of a property from being taken, and of the links to where that is dealt with.

import { words } from '../../core/language.ts';

export type BlockReason =
  | 'market'
  | 'price'
  | 'minimum'
  | 'window'
  | 'repayment'
  | 'payouts'
  | 'penalties'
  | 'unlent'
  | 'claim'
  | 'purses'
  | 'uncovered'
  | 'earlier';

type Sentences = Readonly<Record<BlockReason, string>>;

const reasonsInFrench: Sentences = {
  market: 'Le marché secondaire est ouvert : il doit être fermé, et les échanges réservés terminés.',
  price: 'Le prix n’est pas encore arrivé : le virement de l’acheteur s’archive pour ce projet.',
  minimum: 'Le minimum de la collecte n’est pas atteint.',
  window: 'Les délais de rétractation ne sont pas passés.',
  repayment: 'Tout ce qui est dû doit d’abord être payé et versé.',
  payouts: 'De l’argent du projet est encore en route, ou un versement a été refusé.',
  penalties: 'Les pénalités de la plateforme sont à transférer d’abord.',
  unlent: 'Le capital non prêté est à rendre d’abord.',
  claim: 'Le porteur doit encore un prélèvement que sa banque a repris.',
  purses: 'Une caisse du projet n’est pas vide.',
  uncovered: 'Les caisses du projet n’ont pas assez.',
  earlier: 'Une étape précédente reste à faire.',
};

const reasonsInEnglish: Sentences = {
  market: 'The secondary market is open: it must be closed, and reserved deals must have ended.',
  price: 'The price has not come in: the wire of the buyer is archived for this project.',
  minimum: 'The funding has not reached its minimum.',
  window: 'The withdrawal windows have not passed.',
  repayment: 'Everything due must be paid and paid out first.',
  payouts: 'Money of the project is still on its way, or a payout was refused.',
  penalties: 'The penalties of the platform are to be transferred first.',
  unlent: 'The unlent capital is to be given back first.',
  claim: 'The owner still owes a debit that their bank took back.',
  purses: 'A purse of the project is not empty.',
  uncovered: 'The purses of the project hold too little.',
  earlier: 'An earlier step is open.',
};

const placesInFrench: Sentences = {
  market: 'Aller au marché secondaire',
  price: 'Ouvrir les virements à affecter',
  minimum: 'Voir la collecte',
  window: 'Voir la collecte',
  repayment: 'Ouvrir l’échéancier du projet',
  payouts: 'Ouvrir les versements du mois',
  penalties: 'Voir les étapes',
  unlent: 'Voir les étapes',
  claim: 'Ouvrir les virements du porteur',
  purses: 'Voir les écritures du projet',
  uncovered: 'Ouvrir les virements qui manquent',
  earlier: 'Voir les étapes',
};

const placesInEnglish: Sentences = {
  market: 'Go to the secondary market',
  price: 'Open the wires to assign',
  minimum: 'See the funding',
  window: 'See the funding',
  repayment: 'Open the schedule of the project',
  payouts: 'Open the payouts of the month',
  penalties: 'See the steps',
  unlent: 'See the steps',
  claim: 'Open the wires of the owner',
  purses: 'See the postings of the project',
  uncovered: 'Open the wires that are missing',
  earlier: 'See the steps',
};

export const blockWords = words(
  {
    label: (step: string) => `Ce qui manque : ${step}`,
    reasons: reasonsInFrench,
    places: placesInFrench,
    price: (held: string) =>
      `Le prix n’est pas encore arrivé : le projet a ${held} en excédent. Le virement de l’acheteur s’archive pour ce projet.`,
    minimum: (missing: string) => `Le minimum n’est pas atteint : il manque ${missing} de souscriptions confirmées.`,
    window: (day: string) => `Possible dès le ${day}, quand les délais de rétractation sont passés.`,
    uncovered: (held: string) => `Le projet n’a que ${held} pour cela : ce que le porteur vire encore s’archive pour ce projet.`,
  },
  {
    label: (step) => `What is missing: ${step}`,
    reasons: reasonsInEnglish,
    places: placesInEnglish,
    price: (held) =>
      `The price has not come in: the project holds a surplus of ${held}. The wire of the buyer is archived for this project.`,
    minimum: (missing) => `The minimum is not reached: ${missing} of confirmed purchases are missing.`,
    window: (day) => `Possible from ${day} on, once the withdrawal windows have passed.`,
    uncovered: (held) => `The project holds only ${held} for it: what the owner still pays is archived for this project.`,
  },
);
