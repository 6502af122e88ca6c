// A holder has received a coupon, or capital back.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment, month } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `grossCents` before `taxCents` was withheld; capital has no tax. `period` is `YYYY-MM`. */
export type EcheancePaid = {
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

const TEXTS = {
  coupon: { title: 'Intérêts reçus', text: 'Vos intérêts ont été versés sur votre portefeuille.' },
  capital: { title: 'Capital remboursé', text: 'Une part de votre capital a été remboursée sur votre portefeuille.' },
  'unlent-capital': {
    title: 'Capital non prêté rendu',
    text: 'Une part du financement n’a pas été prêtée au porteur du projet : elle vous est rendue sur votre portefeuille.',
  },
};

export const echeancePaid: Template<EcheancePaid> = (data) => {
  const { title, text } = TEXTS[data.kind];
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
      link('Voir mon portefeuille', PAGES.wallet),
    ],
  };
};
