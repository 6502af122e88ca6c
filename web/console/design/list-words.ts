// Words of what narrows a list: its days, and the filters that somebody keeps.

import { words } from '../../core/language.ts';

export const listWords = words(
  {
    days: 'Période',
    from: 'Du',
    to: 'Au',
    allDays: 'Toutes les dates',
    dayFaults: {
      'no-day': (day: string) => `${day} n’est pas un jour. La liste n’en tient pas compte.`,
      year: (_day: string) => 'L’année est entre 1900 et 2199. La liste n’en tient pas compte.',
      'before-first': (_day: string) => 'Ce jour est avant le premier. La liste n’en tient pas compte.',
    },
    emptyDays: 'Rien dans cette période',
    emptyDaysText: 'Il y en a peut-être à d’autres dates.',
    saved: 'Filtres enregistrés',
    save: 'Enregistrer ce filtre',
    nothing: 'Restreignez d’abord la liste.',
    saveText: 'Il sera proposé ici, à vous seul, sur tous vos appareils. Sous un nom déjà pris, il remplace l’ancien.',
    name: 'Nom du filtre',
    keep: 'Enregistrer',
    replace: 'Remplacer',
    forget: (name: string) => `Retirer le filtre ${name}`,
  },
  {
    days: 'Period',
    from: 'From',
    to: 'To',
    allDays: 'All dates',
    dayFaults: {
      'no-day': (day) => `${day} is no day. The list leaves it out.`,
      year: () => 'The year is between 1900 and 2199. The list leaves it out.',
      'before-first': () => 'This day is before the first one. The list leaves it out.',
    },
    emptyDays: 'Nothing in this period',
    emptyDaysText: 'There may be some on other dates.',
    saved: 'Saved filters',
    save: 'Save this filter',
    nothing: 'Narrow the list first.',
    saveText: 'It will be offered here, to you alone, on all your devices. Under a name that is taken it replaces the old one.',
    name: 'Name of the filter',
    keep: 'Save',
    replace: 'Replace',
    forget: (name) => `Remove the filter ${name}`,
  },
);
