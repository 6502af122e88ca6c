// The tax identity: what the yearly file lacks, and the form that declares it.

import { useState } from 'preact/hooks';
import type { NamedCommune, NewTaxIdentity, TaxIdentity } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { Commune, type CommuneChoice } from './commune.tsx';
import { taxWords } from './words.ts';

export default page<TaxIdentity>({
  read: (mortar) => mortar.readTaxIdentity(),
  head: () => ({ title: shellWords.value.pages.taxIdentity }),
  View: TaxIdentityPage,
});

function TaxIdentityPage({ data, reload }: PageProps<TaxIdentity>) {
  const t = taxWords.value;
  const { pages } = shellWords.value;
  const { missing } = data;
  const isTooEarly = missing.includes('profile') || missing.includes('company');
  return (
    <div class="page narrow">
      <Title above={{ href: '/taxes', name: pages.taxes }} state={t.identityState}>
        {pages.taxIdentity}
      </Title>
      {missing.length > 0 && <Notice tone="warn">{t.missingOf(missing.map((part) => t.missing[part]).join(', '))}</Notice>}
      {isTooEarly ? (
        <p>
          <ButtonLink href="/account/profile" look="primary">
            {t.toProfile}
          </ButtonLink>
        </p>
      ) : (
        <Declaration identity={data} onSaved={reload} />
      )}
    </div>
  );
}

function choiceOf(commune: NamedCommune | null): CommuneChoice {
  return { typed: commune?.name ?? '', chosen: commune };
}

/** A text that no commune was found for: saved without it, the page would say that it is stored. */
function isUnfound({ typed, chosen }: CommuneChoice): boolean {
  return typed.trim() !== '' && chosen === null;
}

function Declaration({ identity, onSaved }: { identity: TaxIdentity; onSaved: () => void }) {
  const t = taxWords.value;
  const [sex, setSex] = useState<string>(identity.sex ?? '');
  const [birthName, setBirthName] = useState(identity.birthName ?? '');
  const [usualName, setUsualName] = useState(identity.usualName ?? '');
  const [birth, setBirth] = useState(choiceOf(identity.birthCommune));
  const [residence, setResidence] = useState(choiceOf(identity.residenceCommune));
  const [isAsked, setAsked] = useState(false);
  const save = useAction((_once, body: NewTaxIdentity) => mortar.saveTaxIdentity({ body }), 'save tax identity');
  const submit = async () => {
    setAsked(true);
    if (isUnfound(birth) || isUnfound(residence)) return save.reset();
    const body: NewTaxIdentity = {
      ...(sex === 'female' || sex === 'male' ? { sex } : {}),
      ...(birthName.trim() === '' ? {} : { birthName: birthName.trim() }),
      usualName: usualName.trim() === '' ? null : usualName.trim(),
      ...(birth.chosen ? { birthCommune: birth.chosen } : {}),
      ...(residence.chosen ? { residenceCommune: { code: residence.chosen.code } } : {}),
    };
    if (await save.run(body)) onSaved();
  };
  const faultOfCommune = (choice: CommuneChoice, name: 'birthCommune' | 'residenceCommune') =>
    isAsked && isUnfound(choice) ? t.communeUnfound : faultOf(save.error, name);
  return (
    <Form
      label={shellWords.value.pages.taxIdentity}
      onSubmit={() => void submit()}
      error={save.error}
      action={
        <Button type="submit" look="primary" isRunning={save.isRunning}>
          {t.save}
        </Button>
      }
    >
      <div role="status">{save.result && <Notice tone="good">{t.saved}</Notice>}</div>
      <Field
        label={t.sex}
        value={sex}
        onInput={setSex}
        choices={[
          { value: '', label: t.choose },
          { value: 'female', label: t.sexes.female },
          { value: 'male', label: t.sexes.male },
        ]}
      />
      <Field label={t.birthName} value={birthName} onInput={setBirthName} fault={faultOf(save.error, 'birthName')} />
      <Field label={t.usualName} value={usualName} onInput={setUsualName} fault={faultOf(save.error, 'usualName')} />
      <Commune
        label={t.birthCommune}
        choice={birth}
        onChoice={setBirth}
        fault={faultOfCommune(birth, 'birthCommune')}
        isOfBirth
      />
      {identity.missing.includes('residence-commune') && (
        <Commune
          label={t.residenceCommune}
          choice={residence}
          onChoice={setResidence}
          fault={faultOfCommune(residence, 'residenceCommune')}
        />
      )}
    </Form>
  );
}
