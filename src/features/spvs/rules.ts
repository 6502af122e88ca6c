// Where an SPV may be registered. Pure.

/** The country values of document 2, in its order and exact spelling. */
export const SPV_COUNTRIES = [
  'France',
  'Portugal',
  'Angleterre',
  'France outre-mer',
  'Andorre',
  'Espagne',
  'Italie',
  'Belgique',
  'Suisse',
  'Luxembourg',
  'Réunion (île)',
  'île Maurice',
  'Allemagne',
  'Pays-Bas',
  'Maroc',
  'Grèce',
  'Émirats arabes unis',
] as const;
export type SpvCountry = (typeof SPV_COUNTRIES)[number];
