// The echeances that a payment is likeliest for, each with its reasons; the choice is in the address.

import { useLocation } from 'preact-iso/router';
import type { PaymentSuggestions } from '../../../clients/typescript/src/index.ts';
import { addressWith } from '../../core/address.ts';
import { day, euros, month } from '../../core/format.ts';
import { Badge } from '../../design/feedback.tsx';
import { assignWords } from './assign-words.ts';
import { wireWords } from './words.ts';

export type PaymentFor = 'mensualite' | 'capitalRepayment';
export type Choice = { project: { id: string; name: string }; echeanceId: string; paymentFor: PaymentFor };

/** Changes the choice in the address. */
export function useChoose() {
  const { route } = useLocation();
  return (changes: { project?: string; echeance?: string; for?: string }) => route(addressWith(changes), true);
}

export function Suggestions({ found, choice }: { found: PaymentSuggestions; choice: Choice | undefined }) {
  const t = wordsOfPage();
  const choose = useChoose();
  if (found.suggestions.length === 0) return <p class="soft">{t.noSuggestion}</p>;
  return (
    <fieldset class="suggestions">
      <legend class="out-of-sight">{t.assignNote}</legend>
      {found.suggestions.map(({ project, echeance, paymentFor, reasons }, index) => (
        <label key={`${echeance.id} ${paymentFor}`} class="suggestion">
          <input
            type="radio"
            name="suggestion"
            checked={choice?.echeanceId === echeance.id && choice.paymentFor === paymentFor}
            onChange={() => choose({ project: project.id, echeance: echeance.id, for: paymentFor })}
          />
          <span class="suggestion-text">
            <span class="suggestion-head">
              <span class="strong">{t.echeance(echeance.number, month(echeance.period))}</span>
              {index === 0 && <Badge tone="info">{t.best}</Badge>}
            </span>
            <span class="small">
              {found.projects.length > 1 && `${project.name} · `}
              {t.paymentFor[paymentFor]}, {t.remaining(euros(echeance.remaining))}, {t.dueOn(day(echeance.dueDate))}
            </span>
            <span class="soft small">
              {t.because} : {reasons.map((reason) => t.reasons[reason]).join(', ')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function wordsOfPage() {
  return { ...wireWords.value, ...assignWords.value };
}
