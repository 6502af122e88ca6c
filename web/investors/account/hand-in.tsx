// What is handed in here before the provider decides: the company of a business, the document of an investor of the former onboarding.

import { useId, useState } from 'preact/hooks';
import type { IdentityDocument } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { countryChoices } from '../../core/country.ts';
import { Button } from '../../design/button.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { Facts } from '../parts/frame.tsx';
import { identityWords } from './identity-words.ts';

const ADDRESS = ['name', 'street', 'postcode', 'city', 'country'] as const;
type Address = Partial<Record<(typeof ADDRESS)[number], string>>;

/** Name and address come from the registry: those that it does not disclose are asked for once it has been asked. */
export function CompanyForm({ onDone }: { onDone: () => void }) {
  const t = identityWords.value;
  const [registrationNumber, setNumber] = useState('');
  const [address, setAddress] = useState<Address>({});
  const handIn = useAction((_once, body: { registrationNumber: string } & Address) => mortar.handInCompany({ body }));
  const asked = ADDRESS.filter((field) => address[field] !== undefined || faultOf(handIn.error, field) !== undefined);
  const submit = async () => {
    if (await handIn.run({ registrationNumber: registrationNumber.trim(), ...address })) onDone();
  };
  return (
    <Form
      label={t.company}
      onSubmit={() => void submit()}
      error={handIn.error}
      action={
        <Button type="submit" look="primary" isRunning={handIn.isRunning}>
          {t.handInCompany}
        </Button>
      }
    >
      <Field
        label={t.registrationNumber}
        name="registrationNumber"
        value={registrationNumber}
        onInput={setNumber}
        hint={t.registrationHint}
        fault={faultOf(handIn.error, 'registrationNumber')}
        inputMode="numeric"
        isRequired
      />
      {asked.map((field) => (
        <Field
          key={field}
          label={t.companyFields[field]}
          name={field}
          value={address[field] ?? ''}
          onInput={(value) => setAddress({ ...address, [field]: value })}
          fault={faultOf(handIn.error, field)}
          {...(field === 'country' ? { choices: [{ value: '', label: '' }, ...countryChoices()] } : {})}
          isRequired
        />
      ))}
    </Form>
  );
}

type DocumentType = IdentityDocument['type'];

export function DocumentForm({ documents, onDone }: { documents: readonly IdentityDocument[]; onDone: () => void }) {
  const t = identityWords.value;
  const id = useId();
  const [type, setType] = useState<DocumentType>('identityCard');
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const handIn = useAction((_once, sent: File, kind: DocumentType) =>
    mortar.uploadIdentityDocument({ body: { file: sent, type: kind } }),
  );
  const submit = async () => {
    setTried(true);
    if (file && (await handIn.run(file, type))) onDone();
  };
  const isMissing = isTried && !file;
  return (
    <>
      <Facts
        facts={documents.map((each) => [
          t.documentTypes[each.type],
          [t.documentStatuses[each.status], each.refusalReason && t.refusals[each.refusalReason]].filter(Boolean).join(' : '),
        ])}
      />
      <Form
        label={t.documents}
        onSubmit={() => void submit()}
        error={handIn.error}
        action={
          <Button type="submit" look="primary" isRunning={handIn.isRunning}>
            {t.handInDocument}
          </Button>
        }
      >
        <Field
          label={t.documentType}
          value={type}
          // Border: the choices are those of the contract.
          onInput={(value) => setType(value as DocumentType)}
          choices={(['identityCard', 'passportEU', 'residencePermit', 'drivingLicence'] as const).map((value) => ({
            value,
            label: t.documentTypes[value],
          }))}
        />
        <div class={`field${isMissing ? ' faulty' : ''}`}>
          <label for={id}>{t.file}</label>
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,application/pdf"
            aria-describedby={`${id}-hint${isMissing ? ` ${id}-fault` : ''}`}
            aria-invalid={isMissing ? true : undefined}
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
          <p id={`${id}-hint`} class="hint">
            {t.fileHint}
          </p>
          {isMissing && (
            <p id={`${id}-fault`} class="fault">
              {t.noFile}
            </p>
          )}
        </div>
      </Form>
    </>
  );
}
