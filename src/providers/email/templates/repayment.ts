// Mails about what comes back of a project: echeances, its sale, what is given up.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { bricks, euros, type Moment, moment, month } from '../format.ts';
import { facts, greeting, link, paragraph, type Template } from '../layout.ts';
import { investmentPage, PAGES } from '../pages.ts';

/** `grossCents` before `taxCents` was withheld; capital has no tax. `period` is `YYYY-MM`. */
export type EcheancePaid = {
  propertyId: string;
  kind: 'coupon' | 'capital' | 'unlent-capital';
  propertyName: string;
  period: string;
  bricks: number;
  grossCents: Cents;
  taxCents: Cents;
  paidAt: Moment;
  reference: string;
  firstName?: string;
};

const PAYMENTS = {
  coupon: { title: 'Intérêts reçus', text: 'Vos intérêts ont été versés sur votre portefeuille.' },
  capital: { title: 'Capital remboursé', text: 'Une part de votre capital a été remboursée sur votre portefeuille.' },
  'unlent-capital': {
    title: 'Capital non prêté rendu',
    text: 'Une part du financement n’a pas été prêtée au porteur du projet : elle vous est rendue sur votre portefeuille.',
  },
};

export const echeancePaid: Template<EcheancePaid> = (data) => {
  const { title, text } = PAYMENTS[data.kind];
  const netCents = centsOf(data.grossCents - data.taxCents);
  return {
    subject: `${title} : ${euros(netCents)} de ${data.propertyName}`,
    preview: text,
    title,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      facts(
        ['Bien', data.propertyName],
        ['Échéance', month(data.period)],
        ['Vos briques', bricks(data.bricks)],
        ['Montant brut', euros(data.grossCents)],
        ['Impôt prélevé', euros(data.taxCents)],
        ['Reçu', euros(netCents)],
        ['Versé le', moment(data.paidAt)],
        ['Référence', data.reference],
      ),
      link('Voir cet investissement', investmentPage(data.propertyId)),
    ],
  };
};

/** `amountCents` is this holder's share, now on the wallet. */
export type PropertySold = {
  propertyName: string;
  bricks: number;
  amountCents: Cents;
  saleType: 'partial' | 'total';
  paidAt: Moment;
  reference: string;
  firstName?: string;
};

const SALES = {
  partial: 'Une partie du bien a été vendue. Votre part du prix est sur votre portefeuille ; vos briques vous restent.',
  total: 'Le bien a été vendu. Votre part du prix est sur votre portefeuille.',
};

export const propertySold: Template<PropertySold> = (data) => ({
  subject: `Vente de ${data.propertyName} : ${euros(data.amountCents)} reçus`,
  preview: 'Votre part du prix de vente est sur votre portefeuille.',
  title: `Vente de ${data.propertyName}`,
  blocks: [
    greeting(data.firstName),
    paragraph(SALES[data.saleType]),
    facts(
      ['Bien', data.propertyName],
      ['Vos briques', bricks(data.bricks)],
      ['Reçu', euros(data.amountCents)],
      ['Versé le', moment(data.paidAt)],
      ['Référence', data.reference],
    ),
    link('Voir mon portefeuille', PAGES.wallet),
  ],
});

/** `lossCents` is this holder's share of the capital. */
export type ProjectGivenUp = {
  propertyId: string;
  propertyName: string;
  step: 'given-up' | 'taken-back';
  bricks: number;
  lossCents: Cents;
  at: Moment;
  firstName?: string;
};

const GIVE_UPS = {
  'given-up': {
    subject: 'recouvrement abandonné',
    preview: 'Une perte en capital est constatée sur votre investissement.',
    text: 'Le porteur du projet ne pourra pas rembourser ce qu’il doit encore : le recouvrement est abandonné. La perte en capital ci-dessous figurera dans votre récapitulatif fiscal de l’année. Ce qui serait recouvré plus tard vous sera versé.',
  },
  'taken-back': {
    subject: 'recouvrement repris',
    preview: 'La perte en capital annoncée est annulée.',
    text: 'L’abandon du recouvrement de ce projet est annulé : le porteur doit de nouveau rembourser, et la perte en capital ci-dessous ne figurera pas dans votre récapitulatif fiscal.',
  },
} as const;

export const projectGivenUp: Template<ProjectGivenUp> = (data) => ({
  subject: `${data.propertyName} : ${GIVE_UPS[data.step].subject}`,
  preview: GIVE_UPS[data.step].preview,
  title: `${data.propertyName} : ${GIVE_UPS[data.step].subject}`,
  blocks: [
    greeting(data.firstName),
    paragraph(GIVE_UPS[data.step].text),
    facts(
      ['Bien', data.propertyName],
      ['Vos briques', bricks(data.bricks)],
      ['Perte en capital', euros(data.lossCents)],
      ['Date', moment(data.at)],
    ),
    link('Voir cet investissement', investmentPage(data.propertyId)),
  ],
});
