// The sentence for a refusal, in the operator's language. The sentences are loaded when the first one is needed.

import { signal } from '@preact/signals';
import { type Code, MortarError } from '../../clients/typescript/src/index.ts';
import { euros } from '../core/format.ts';
import { type Language, language, words } from '../core/language.ts';
import type { Sentences } from './codes.ts';
import { faultInWords } from './faults.ts';

export const errorWords = words(
  {
    unreachable: 'Le service ne répond pas. Vérifiez la connexion, puis réessayez : rien n’est fait deux fois.',
    unknown: 'Le service a refusé la demande.',
    page: 'Cette page a rencontré une erreur.',
    retryAfter: (seconds: number) => `Réessayez dans ${seconds} s.`,
    short: (sentence: string, asked: string, available: string) => `${sentence} : ${asked} demandés, ${available} disponibles.`,
  },
  {
    unreachable: 'The service does not answer. Check the connection, then try again: nothing is done twice.',
    unknown: 'The service refused the request.',
    page: 'This page met an error.',
    retryAfter: (seconds) => `Try again in ${seconds} s.`,
    short: (sentence, asked, available) => `${sentence}: ${asked} asked for, ${available} available.`,
  },
);

const loaded = signal<Partial<Record<Language, Sentences>>>({});
const loading = new Set<Language>();

function sentencesIn(wanted: Language): Sentences | undefined {
  if (!loaded.value[wanted] && !loading.has(wanted)) void load(wanted);
  return loaded.value[wanted];
}

async function load(wanted: Language): Promise<void> {
  loading.add(wanted);
  try {
    const found = wanted === 'fr' ? (await import('./fr.ts')).sentences : (await import('./en.ts')).sentences;
    loaded.value = { ...loaded.peek(), [wanted]: found };
  } finally {
    loading.delete(wanted);
  }
}

export type RefusalInWords = {
  sentence: string;
  /** What the service itself says of this case; in English, as its log has it. */
  detail: string | undefined;
  /** Fields that are wrong, and why. */
  faults: readonly { path: string; reason: string }[];
  code: Code | undefined;
  requestId: string | undefined;
};

/** An error in words; undefined where there is none. */
export function useRefusal(error: unknown): RefusalInWords | undefined {
  if (error === undefined || error === null) return undefined;
  const nothing = { detail: undefined, faults: [], code: undefined, requestId: undefined };
  if (!(error instanceof MortarError))
    return { ...nothing, sentence: errorWords.value[isNoAnswer(error) ? 'unreachable' : 'page'] };
  const { requestId, retryAfter, shortfall } = error;
  const code: Code | undefined = error.code;
  const known = code === undefined ? undefined : sentencesIn(language.value)?.[code];
  const wait = retryAfter === undefined ? '' : ` ${errorWords.value.retryAfter(Math.ceil(retryAfter))}`;
  const faults = error.errors.map(({ path, reason }) => ({
    path: path.replace(/^(body|query)?\//, ''),
    reason: faultInWords(reason),
  }));
  // The detail of a faulty request says no more than its faults.
  const detail = faults.length > 0 || ['', known, code].includes(error.detail) ? undefined : error.detail;
  // A proxy in front of a service that is down has no code of ours, and nobody knows what became of the request.
  const other = errorWords.value[error.status >= 500 ? 'unreachable' : 'unknown'];
  return { sentence: `${withAmounts(known ?? other, shortfall)}${wait}`, detail, faults, code, requestId };
}

/** The sentence ends in both amounts, where money is wanting. */
function withAmounts(sentence: string, shortfall: MortarError['shortfall']): string {
  if (shortfall === undefined) return sentence;
  const { askedCents, availableCents } = shortfall;
  return errorWords.value.short(sentence.replace(/\.$/, ''), euros(askedCents), euros(availableCents));
}

/** `fetch` throws a TypeError when nothing answers; anything else is a fault of the page. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError;
}
