// Words of what narrows a list: its days, and the filters that somebody keeps.

import { words } from '../../core/language.ts';

export const listWords = words(
  {
    days: 'Période',
    from: 'Du',
    to: 'Au',
    backwards: 'Ce jour est avant le premier.',
    allDays: 'Toutes les dates',
    saved: 'Filtres enregistrés',
    save: 'Enregistrer ce filtre',
    saveText: 'Il sera proposé ici, à vous seul, sur tous vos appareils. Sous un nom déjà pris, il remplace l’ancien.',
    name: 'Nom du filtre',
    keep: 'Enregistrer',
    forget: (name: string) => `Retirer le filtre ${name}`,
  },
  {
    days: 'Period',
    from: 'From',
    to: 'To',
    backwards: 'This day is before the first one.',
    allDays: 'All dates',
    saved: 'Saved filters',
    save: 'Save this filter',
    saveText: 'It will be offered here, to you alone, on all your devices. Under a name that is taken it replaces the old one.',
    name: 'Name of the filter',
    keep: 'Save',
    forget: (name) => `Remove the filter ${name}`,
  },
);
