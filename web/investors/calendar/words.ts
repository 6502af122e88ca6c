// Words of the calendar.

import { words } from '../../core/language.ts';

export const calendarWords = words(
  {
    state: (since: string, until: string) => `Versements reçus depuis ${since}, et attendus jusqu’en ${until}. Nets d’impôts.`,
    received: (amount: string) => `${amount} reçus`,
    expected: (amount: string) => `${amount} attendus`,
    late: (amount: string) => `${amount} en retard`,
    none: 'Aucun versement n’est prévu pour l’instant.',
    noneText: 'Les versements d’un projet apparaissent ici quand sa collecte est terminée et son échéancier établi.',
    planned: 'Prévu',
    project: 'Projet',
    amount: 'Montant net',
    paid: 'Versé',
    toCalendar: 'Calendrier des versements',
    feed: 'Dans l’agenda de mon téléphone',
    feedText:
      'Un lien secret montre ces versements dans votre agenda, qui le relit tout seul. Toute personne qui a ce lien voit les noms des projets et les montants : ne le partagez pas. Il cesse de marcher si vous changez de mot de passe, d’adresse ou de second facteur.',
    feedSince: (when: string) => `Un lien existe depuis le ${when}. Il n’a été montré qu’une fois.`,
    make: 'Créer le lien',
    renew: 'Remplacer le lien',
    remove: 'Supprimer le lien',
    link: 'Lien secret',
    linkText: 'Copiez-le maintenant dans votre agenda (« ajouter un calendrier par adresse ») : il ne sera plus montré.',
    theLink: 'le lien',
    removed: 'Le lien est supprimé : il ne montre plus rien.',
  },
  {
    state: (since, until) => `Payments received since ${since}, and expected until ${until}. Net of taxes.`,
    received: (amount) => `${amount} received`,
    expected: (amount) => `${amount} expected`,
    late: (amount) => `${amount} late`,
    none: 'No payment is planned for the moment.',
    noneText: 'The payments of a project appear here once its funding is over and its schedule is made.',
    planned: 'Planned',
    project: 'Project',
    amount: 'Net amount',
    paid: 'Paid',
    toCalendar: 'Calendar of payments',
    feed: 'In the calendar of my phone',
    feedText:
      'A secret link shows these payments in your calendar, which reads it again by itself. Whoever has this link sees names of projects and amounts: do not share it. It stops working when you change your password, address or second factor.',
    feedSince: (when) => `There is a link since ${when}. It was shown only once.`,
    make: 'Make the link',
    renew: 'Replace the link',
    remove: 'Remove the link',
    link: 'Secret link',
    linkText: 'Copy it into your calendar now ("add a calendar by address"): it is not shown again.',
    theLink: 'the link',
    removed: 'The link is removed: it shows nothing any more.',
  },
);
