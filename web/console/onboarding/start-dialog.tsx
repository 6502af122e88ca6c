// What the provider opens a file with: a person, and for an entity its registration.

import { useState } from 'preact/hooks';
import type { AdministrationOnboarding, NewOwnerOnboarding, NewSpvOnboarding } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { onboardingWords } from './words.ts';

/** Whose file: an SPV's is a company with its own name, an owner is a person, a company or a sole trader. */
export type Started =
  | { of: 'spv'; run: (body: NewSpvOnboarding) => Promise<AdministrationOnboarding> }
  | {
      of: 'owner';
      known: { firstName: string; lastName: string; email: string };
      run: (body: NewOwnerOnboarding) => Promise<AdministrationOnboarding>;
    };

type Kind = NonNullable<NewOwnerOnboarding['applicant']>['kind'];
type Props = { name: string; start: Started; onClose: () => void; onDone: () => void };

const PERSON = {
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
  cityOfBirth: '',
  countryOfBirth: 'FRA',
  citizenship: 'FRA',
  phone: '',
  street: '',
  postcode: '',
  city: '',
  country: 'FRA',
};
const ENTITY = { name: '', registrationNumber: '', registrationDate: '', country: 'FRA' };
const NOT_REQUIRED = ['cityOfBirth', 'phone', 'street', 'postcode', 'city', 'registrationDate'];
const COUNTRIES = ['countryOfBirth', 'citizenship', 'country'];

/** Without what was left empty. */
function filled<T extends Record<string, string>>(typed: T): T {
  // Border: only fields that the contract lets be absent may be empty.
  return Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== '')) as T;
}

export function StartDialog({ name, start, onClose, onDone }: Props) {
  const t = onboardingWords.value;
  const [kind, setKind] = useState<Kind>(start.of === 'spv' ? 'company' : 'individual');
  const [person, setPerson] = useState({ ...PERSON, ...(start.of === 'owner' ? start.known : {}) });
  const [entity, setEntity] = useState(ENTITY);
  const starting = useAction(() => {
    if (start.of === 'spv') {
      const { registrationNumber, registrationDate } = filled(entity);
      return start.run({
        registration: { registrationNumber, representative: filled(person), ...(registrationDate ? { registrationDate } : {}) },
      });
    }
    return start.run({
      applicant: { kind, person: filled(person), ...(kind === 'individual' ? {} : { entity: filled(entity) }) },
    });
  });
  const submit = async () => {
    if (await starting.run()) onDone();
  };
  const personPath = start.of === 'spv' ? 'registration/representative' : 'applicant/person';
  const entityPath = start.of === 'spv' ? 'registration' : 'applicant/entity';
  const common = (field: string, path: string) => ({
    isRequired: !NOT_REQUIRED.includes(field),
    fault: faultOf(starting.error, `${path}/${field}`),
    ...(COUNTRIES.includes(field) ? { hint: t.country } : {}),
    ...(field === 'phone' ? { hint: t.phoneHint } : {}),
    ...(field === 'registrationDate' ? { hint: t.dateHint } : {}),
    ...(field === 'dateOfBirth' || field === 'registrationDate' ? ({ type: 'date' } as const) : {}),
  });
  const entityFields =
    start.of === 'spv'
      ? (['registrationNumber', 'registrationDate'] as const)
      : (['name', 'registrationNumber', 'registrationDate', 'country'] as const);
  return (
    <Dialog title={t.startOf(name)} onClose={onClose} isWide>
      <p>{t.startText}</p>
      <Form
        label={t.startOf(name)}
        onSubmit={() => void submit()}
        error={starting.error}
        action={
          <>
            <Button type="submit" look="primary" isRunning={starting.isRunning}>
              {t.start}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        {start.of === 'owner' && (
          <Field
            label={t.kind}
            value={kind}
            // Border: the choices are those of the contract.
            onInput={(value) => setKind(value as Kind)}
            choices={(['individual', 'company', 'sole-trader'] as const).map((value) => ({ value, label: t.kinds[value] }))}
          />
        )}
        {kind !== 'individual' && (
          <>
            <h3>{t.entity}</h3>
            {entityFields.map((field) => (
              <Field
                key={field}
                label={t.fields[field]}
                value={entity[field]}
                onInput={(value) => setEntity({ ...entity, [field]: value })}
                {...common(field, entityPath)}
              />
            ))}
            <h3>{t.representative}</h3>
          </>
        )}
        {(Object.keys(PERSON) as (keyof typeof PERSON)[]).map((field) => (
          <Field
            key={field}
            label={t.fields[field]}
            value={person[field]}
            onInput={(value) => setPerson({ ...person, [field]: value })}
            {...common(field, personPath)}
          />
        ))}
      </Form>
    </Dialog>
  );
}
