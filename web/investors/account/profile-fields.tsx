// One field of the profile as a form has it, and what is typed there at first.

import type { EditableField, InvestorView } from '../../../clients/typescript/src/index.ts';
import { countryChoices } from '../../core/country.ts';
import { Field, faultOf } from '../../design/form.tsx';
import { profileWords } from './profile-words.ts';

export type ProfileFieldName = EditableField['field'];
export type Typed = Partial<Record<ProfileFieldName, string>>;

/** What stands in the form at first: what is stored, else what most people have. */
export function storedValues({ profile, customerType }: InvestorView): Typed {
  const stored = Object.entries({ ...profile, customerType }).map(([name, value]) => [name, value ?? '']);
  const usual = { customerType: 'individual', countryOfBirth: 'FRA', citizenship: 'FRA', country: 'FRA' };
  return { ...usual, ...Object.fromEntries(stored.filter(([, value]) => value !== '')) };
}

type Props = { field: ProfileFieldName; typed: Typed; onTyped: (typed: Typed) => void; error: unknown };

const COUNTRIES: readonly ProfileFieldName[] = ['country', 'countryOfBirth'];
const AUTOCOMPLETE: Partial<Record<ProfileFieldName, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  dateOfBirth: 'bday',
  phone: 'tel',
  street: 'street-address',
  postcode: 'postal-code',
  city: 'address-level2',
};

export function ProfileField({ field, typed, onTyped, error }: Props) {
  const t = profileWords.value;
  if (field === 'citizenship') return <Citizenships typed={typed} onTyped={onTyped} error={error} />;
  const choices =
    field === 'customerType'
      ? (['individual', 'business'] as const).map((value) => ({ value, label: t.types[value] }))
      : field === 'sex'
        ? [{ value: '', label: t.notSaid }, ...(['female', 'male'] as const).map((value) => ({ value, label: t.sexes[value] }))]
        : COUNTRIES.includes(field)
          ? countryChoices()
          : undefined;
  const autoComplete = AUTOCOMPLETE[field];
  return (
    <Field
      label={t.fields[field]}
      name={field}
      value={typed[field] ?? ''}
      onInput={(value) => onTyped({ ...typed, [field]: value })}
      fault={faultOf(error, field)}
      type={field === 'dateOfBirth' ? 'date' : field === 'phone' ? 'tel' : 'text'}
      isRequired={field !== 'sex'}
      {...(autoComplete === undefined ? {} : { autoComplete })}
      {...(choices === undefined ? {} : { choices })}
    />
  );
}

/** One list a nationality, and an empty one for a further one. */
function Citizenships({ typed, onTyped, error }: Omit<Props, 'field'>) {
  const t = profileWords.value;
  const codes = (typed.citizenship ?? '').split(',').filter(Boolean);
  const set = (at: number, code: string) =>
    onTyped({ ...typed, citizenship: [...codes.slice(0, at), code, ...codes.slice(at + 1)].filter(Boolean).join(',') });
  return (
    <>
      {[...codes, ''].map((code, at) => (
        <Field
          key={at}
          label={at === 0 ? t.fields.citizenship : t.further(at + 1)}
          value={code}
          onInput={(value) => set(at, value)}
          fault={at === 0 ? faultOf(error, 'citizenship') : undefined}
          choices={at === 0 && codes.length > 0 ? countryChoices() : [{ value: '', label: t.none }, ...countryChoices()]}
        />
      ))}
    </>
  );
}
