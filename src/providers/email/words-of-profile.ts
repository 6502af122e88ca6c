// French words for the parts of a profile.

const WORDS = {
  firstName: 'prénom',
  lastName: 'nom',
  phone: 'téléphone',
  street: 'adresse',
  postcode: 'adresse',
  city: 'adresse',
  country: 'adresse',
} as const;

export type CorrectedField = keyof typeof WORDS;

/** The corrected fields in French, such as `nom, adresse`, without duplicates. */
export function correctedWords(fields: readonly CorrectedField[]): string {
  return [...new Set(fields.map((field) => WORDS[field]))].join(', ');
}
