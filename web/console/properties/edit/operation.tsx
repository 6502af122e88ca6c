// The terms of the contract with the owner, distinguished by their variant: V1 has a way of repayment, V2 management fees.

import type { PropertyEdit } from '../../../../clients/typescript/src/index.ts';
import { Field, faultOf } from '../../../design/form.tsx';
import { editWords } from './words.ts';

const TERMS = ['annualInterestPercentage', 'durationInMonths', 'repayment', 'managementFeesPercentage'] as const;
type Term = (typeof TERMS)[number];
export type Operation = Readonly<Record<'version' | Term, string>>;

export function operationOf(stored: unknown): Operation {
  const of = (name: string) => String(Object(stored)[name] ?? '').replace('.', name === 'version' ? '.' : ',');
  return {
    version: of('version'),
    annualInterestPercentage: of('annualInterestPercentage'),
    durationInMonths: of('durationInMonths'),
    repayment: of('repayment'),
    managementFeesPercentage: of('managementFeesPercentage'),
  };
}

/** The patch of what differs; nothing when nothing does. */
export function changedOperation(stored: unknown, typed: Operation): PropertyEdit {
  const was = operationOf(stored);
  const changed = TERMS.filter((name) => typed[name] !== was[name]);
  if (typed.version === '') return was.version === '' ? {} : { operation: null };
  if (changed.length === 0 && typed.version === was.version) return {};
  const terms = changed.map((name) => [name, termOf(name, typed[name])]);
  return { operation: { version: typed.version === 'V1' ? 'V1' : 'V2', ...Object.fromEntries(terms) } };
}

function termOf(name: Term, text: string): string | number | null {
  if (text.trim() === '') return null;
  return name === 'repayment' ? text : Number(text.replace(',', '.'));
}

type Props = { stored: unknown; value: Operation; onChange: (value: Operation) => void; isDisabled: boolean; error: unknown };

export function OperationFields({ stored, value, onChange, isDisabled, error }: Props) {
  const t = editWords.value;
  const { version } = value;
  // The API keeps the variant of an operation: another one takes its removal first.
  const kept = operationOf(stored).version;
  const common = (name: Term) => ({
    label: t[name],
    value: value[name],
    onInput: (text: string) => onChange({ ...value, [name]: text }),
    isDisabled,
    fault: faultOf(error, `operation.${name}`),
  });
  return (
    <>
      <Field
        label={t.version}
        value={version}
        onInput={(text) => onChange({ ...value, version: text, repayment: '', managementFeesPercentage: '' })}
        isDisabled={isDisabled}
        fault={faultOf(error, 'operation.version')}
        choices={[
          { value: '', label: t.noVersion },
          ...(kept === '' ? ['V1', 'V2'] : [kept]).map((name) => ({ value: name, label: name })),
        ]}
        hint={kept === '' || isDisabled ? undefined : t.versionHint}
      />
      {version !== '' && <Field {...common('annualInterestPercentage')} unit="%" inputMode="decimal" />}
      {version !== '' && <Field {...common('durationInMonths')} unit={t.monthsUnit} inputMode="numeric" />}
      {version === 'V1' && (
        <Field
          {...common('repayment')}
          choices={[
            { value: '', label: t.none },
            ...Object.entries(t.repayments).map(([name, label]) => ({ value: name, label })),
          ]}
        />
      )}
      {version === 'V2' && <Field {...common('managementFeesPercentage')} unit="%" inputMode="decimal" />}
    </>
  );
}
