// The fields of what the page of a property shows beside its plain fields.

import { useParam } from '../../../core/address.ts';
import { Field, faultOf } from '../../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { Advantages } from './advantages.tsx';
import { FactsField } from './facts-field.tsx';
import { ADDRESS_PARTS, type BadShown, FACT_NAMES, type Shown } from './shown.ts';
import { shownWords } from './shown-words.ts';

type Props = {
  value: Shown;
  onChange: (value: Shown) => void;
  isDisabled: boolean;
  error: unknown;
  bad: readonly BadShown[];
};

export function ShownFields({ value, onChange, isDisabled, error, bad }: Props) {
  const t = shownWords.value;
  const [asked] = useParam('field');
  return (
    <>
      <Section title={t.place}>
        <div class="card fields">
          <AddressFields value={value} onChange={onChange} isDisabled={isDisabled} error={error} />
        </div>
      </Section>
      <Section title={t.advantages} note={t.advantagesNote}>
        <div class="card">
          <Advantages
            value={value.advantages}
            isDisabled={isDisabled}
            error={error}
            onChange={(advantages) => onChange({ ...value, advantages })}
          />
        </div>
      </Section>
      {FACT_NAMES.map((name) => (
        <Section key={name} title={t[name]} note={t.factNotes[name]}>
          <div class="card">
            <FactsField
              name={t[name]}
              value={value[name]}
              isDisabled={isDisabled}
              fault={bad.includes(name) ? (value[name].json === undefined ? t.badLines : t.badJson) : faultOf(error, name)}
              onChange={(facts) => onChange({ ...value, [name]: facts })}
            />
          </div>
        </Section>
      ))}
      <Section title={t.videos}>
        <div class="card fields">
          <Field
            label={t.videoAddresses}
            hint={t.videosHint}
            lines={3}
            value={value.videos}
            isDisabled={isDisabled}
            autoFocus={asked === 'videoGallery'}
            fault={videoFault(error)}
            onInput={(videos) => onChange({ ...value, videos })}
          />
        </div>
      </Section>
    </>
  );
}

function AddressFields({ value, onChange, isDisabled, error }: Omit<Props, 'bad'>) {
  const t = shownWords.value;
  const [asked] = useParam('field');
  return (
    <>
      {ADDRESS_PARTS.map((part, index) => (
        <Field
          key={part}
          label={t.address[part]}
          value={value.address[part]}
          isDisabled={isDisabled}
          autoFocus={index === 0 && asked === 'address'}
          fault={faultOf(error, `address.${part}`)}
          onInput={(text) => onChange({ ...value, address: { ...value.address, [part]: text } })}
        />
      ))}
    </>
  );
}

/** The first line that was refused. */
function videoFault(error: unknown): string | undefined {
  for (let line = 0; line < 100; line += 1) {
    const fault = faultOf(error, `videoGallery.${line}`);
    if (fault) return shownWords.value.videoFault(line + 1, fault);
  }
  return undefined;
}
