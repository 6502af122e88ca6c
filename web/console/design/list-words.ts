// Words of what narrows a list: its days, and the filters that somebody keeps.

import { words } from '../../core/language.ts';

export const listWords = words(
  {
    days: 'Période',
    from: 'Du',
    to: 'Au',
    allDays: 'Toutes les dates',
    saved: 'Filtres enregistrés',
    save: 'Enregistrer ce filtre',
    nothing: 'Restreignez d’abord la liste.',
    saveText: 'Il sera proposé ici, à vous seul, sur tous vos appareils. Sous un nom déjà pris, il remplace l’ancien.',
    name: 'Nom du filtre',
    keep: 'Enregistrer',
    forget: (name: string) => `Retirer le filtre ${name}`,
  },
  {
    days: 'Period',
    from: 'From',
    to: 'To',
    allDays: 'All dates',
    saved: 'Saved filters',
    save: 'Save this filter',
    nothing: 'Narrow the list first.',
    saveText: 'It will be offered here, to you alone, on all your devices. Under a name that is taken it replaces the old one.',
    name: 'Name of the filter',
    keep: 'Save',
    forget: (name) => `Remove the filter ${name}`,
  },
);
