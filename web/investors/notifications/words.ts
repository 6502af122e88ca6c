// Words of notifications.

import { words } from '../../core/language.ts';

export const notificationWords = words(
  {
    state: 'Tout ce qui vous a été annoncé, que l’e-mail ait été souhaité ou non.',
    none: 'Rien ne vous a encore été annoncé.',
    noneText: 'Un virement arrivé, un achat confirmé, un versement : chaque nouvelle apparaît ici.',
    isNew: 'Non lue',
    readAll: 'Tout marquer comme lu',
    toChoices: 'Choisir mes e-mails',
    choicesState: 'Ce que vous désactivez reste dans vos notifications, sans e-mail.',
    topics: {
      deposits: 'Versements arrivés dans mon portefeuille',
      payouts: 'Intérêts et capital reçus',
      projects: 'Collectes terminées de mes projets',
      rewards: 'Parrainage et cartes cadeaux',
    },
    always: 'Toujours envoyés',
    alwaysText:
      'Les codes, la sécurité du compte, les retraits, les achats et les ventes, l’identité et la fiscalité : la loi ou votre sécurité les demandent.',
    saved: 'Votre choix est enregistré.',
  },
  {
    state: 'All that was announced to you, whether its mail was wanted or not.',
    none: 'Nothing was announced to you yet.',
    noneText: 'A transfer that arrived, a purchase that is confirmed, a payment: each piece of news appears here.',
    isNew: 'Unread',
    readAll: 'Mark all as read',
    toChoices: 'Choose my e-mails',
    choicesState: 'What you turn off stays in your notifications, without a mail.',
    topics: {
      deposits: 'Deposits that arrived in my wallet',
      payouts: 'Interest and capital received',
      projects: 'Fundings of my projects that ended',
      rewards: 'Referrals and gift cards',
    },
    always: 'Always mailed',
    alwaysText:
      'Codes, the safety of the account, withdrawals, purchases and sales, identity and taxes: the law or your safety ask for them.',
    saved: 'Your choice is saved.',
  },
);
