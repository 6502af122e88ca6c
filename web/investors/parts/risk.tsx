// The fixed words about risk, which no page and no setting changes. A return is never written larger than they are.

import { words } from '../../core/language.ts';
import { Icon } from '../../design/icons.tsx';

export const riskWords = words(
  {
    short: 'Investir comporte un risque de perte totale ou partielle du capital, et l’argent peut rester immobilisé.',
    noPromise: 'Les rendements passés et attendus ne sont pas garantis.',
    more: 'Comprendre les risques',
    title: 'Ce que je risque',
    points: [
      'Le capital investi n’est pas garanti : vous pouvez en perdre tout ou partie.',
      'Un projet peut rembourser en retard, ou ne pas rembourser.',
      'Vous ne pourrez peut-être pas revendre vos briques quand vous le voulez, ni au prix payé.',
      'Les montants annoncés sont des prévisions, avant impôts sauf mention contraire.',
      'N’investissez que l’argent dont vous n’avez pas besoin, et dans plusieurs projets.',
    ],
    outside: 'Cet investissement n’est pas couvert par la garantie des dépôts ni par l’indemnisation des investisseurs.',
  },
  {
    short: 'Investing carries a risk of losing all or part of the capital, and the money may be tied up.',
    noPromise: 'Past and expected returns are not guaranteed.',
    more: 'Understand the risks',
    title: 'What I risk',
    points: [
      'The capital invested is not guaranteed: you may lose all or part of it.',
      'A project may pay back late, or not at all.',
      'You may not be able to resell your bricks when you want to, nor at the price paid.',
      'Announced amounts are forecasts, before taxes unless said otherwise.',
      'Invest only money that you do not need, and in several projects.',
    ],
    outside: 'This investment is covered neither by the deposit guarantee nor by investor compensation.',
  },
);

/** The short form, with the way to the long one. */
export function Risk() {
  const t = riskWords.value;
  return (
    <p class="risk">
      <Icon name="warning" />
      <span>
        <strong>{t.short}</strong> {t.noPromise} <a href="/legal">{t.more}</a>
      </span>
    </p>
  );
}

/** The long form, as a list. */
export function Risks() {
  const t = riskWords.value;
  return (
    <>
      <ul class="bullets">
        {t.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p>{t.outside}</p>
    </>
  );
}
