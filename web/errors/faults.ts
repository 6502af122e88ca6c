// What is wrong with one field of a refused request, in the operator's language. The API says it in English.

import { words } from '../core/language.ts';

export const faultWords = words(
  {
    required: 'À renseigner',
    number: 'Un nombre est attendu',
    whole: 'Un nombre entier est attendu',
    text: 'Un texte est attendu',
    atLeast: (limit: string) => `${limit} au moins`,
    atMost: (limit: string) => `${limit} au plus`,
    above: (limit: string) => `Plus de ${limit}`,
    below: (limit: string) => `Moins de ${limit}`,
    longEnough: (limit: string) => `${limit} caractères au moins`,
    shortEnough: (limit: string) => `${limit} caractères au plus`,
    manyEnough: (limit: string) => `${limit} éléments au moins`,
    fewEnough: (limit: string) => `${limit} éléments au plus`,
    email: 'Une adresse e-mail est attendue',
    date: 'Une date est attendue',
    form: 'Cette forme n’est pas valable',
    choice: 'Cette valeur n’est pas permise',
    unknown: 'Cette valeur est inconnue',
    backwards: 'La fin est avant le début',
    inverted: 'Le minimum dépasse le maximum',
    brick: 'Le prix d’une brique au moins',
    twice: 'Une valeur est en double',
    picture: 'Une image ou un PDF est attendu',
    other: (reason: string) => `Valeur refusée (${reason})`,
  },
  {
    required: 'To be filled in',
    number: 'A number is expected',
    whole: 'A whole number is expected',
    text: 'A text is expected',
    atLeast: (limit) => `At least ${limit}`,
    atMost: (limit) => `At most ${limit}`,
    above: (limit) => `More than ${limit}`,
    below: (limit) => `Less than ${limit}`,
    longEnough: (limit) => `At least ${limit} characters`,
    shortEnough: (limit) => `At most ${limit} characters`,
    manyEnough: (limit) => `At least ${limit} of them`,
    fewEnough: (limit) => `At most ${limit} of them`,
    email: 'An e-mail address is expected',
    date: 'A date is expected',
    form: 'This is not well formed',
    choice: 'This value is not allowed',
    unknown: 'This value is not known',
    backwards: 'The end is before the beginning',
    inverted: 'The minimum is above the maximum',
    brick: 'At least the price of a brick',
    twice: 'A value stands there twice',
    picture: 'A picture or a PDF is expected',
    other: (reason) => `Refused value (${reason})`,
  },
);

type Simple = {
  [Name in keyof typeof faultWords.fr]: (typeof faultWords.fr)[Name] extends string ? Name : never;
}[keyof typeof faultWords.fr];
type WithLimit = Exclude<keyof typeof faultWords.fr, Simple | 'other'>;

const SIMPLE: readonly (readonly [RegExp, Simple])[] = [
  [/is required|needs at least/, 'required'],
  [/must be integer|whole number/, 'whole'],
  [/must be number/, 'number'],
  [/must be string/, 'text'],
  [/format "email"|email address/, 'email'],
  [/format "date/, 'date'],
  [/one of the allowed values|equal to constant/, 'choice'],
  [/duplicate/, 'twice'],
  [/not known|updates no/, 'unknown'],
  [/end before it begins/, 'backwards'],
  [/min must not be greater than max/, 'inverted'],
  [/at least the price of a brick/, 'brick'],
  [/(must be a|is no readable) JPEG|must be a PDF|is no PDF/, 'picture'],
  [/must match (pattern|format)|is not a valid/, 'form'],
];

const WITH_LIMIT: readonly (readonly [RegExp, WithLimit])[] = [
  [/fewer than (\d+) characters/, 'longEnough'],
  [/more than (\d+) characters/, 'shortEnough'],
  [/fewer than (\d+) items/, 'manyEnough'],
  [/more than (\d+) items/, 'fewEnough'],
  [/must be >= (\S+)/, 'atLeast'],
  [/must be <= (\S+)/, 'atMost'],
  [/must be > (\S+)/, 'above'],
  [/must be < (\S+)/, 'below'],
];

/** A reason of the API, as `must be >= 1`, in words. */
export function faultInWords(reason: string): string {
  const t = faultWords.value;
  const simple = SIMPLE.find(([pattern]) => pattern.test(reason));
  if (simple) return t[simple[1]];
  for (const [pattern, name] of WITH_LIMIT) {
    const limit = pattern.exec(reason)?.[1];
    if (limit !== undefined) return t[name](limit);
  }
  return t.other(reason);
}
