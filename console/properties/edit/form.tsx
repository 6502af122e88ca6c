// The form of a property: every field of its type and stage; only what was changed is sent.

import { useState } from 'preact/hooks';
import type { PropertyEdit } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { mortar } from '../../core/api.ts';
import { centsOf } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import type { Project, TabProps } from '../project.ts';
import { changesOf, FIELDS, type FieldSpec, type Group, type Typed, typedOf, written } from './fields.ts';
import { NoteSection } from './note.tsx';
import { changedOperation, OperationFields, operationOf } from './operation.tsx';
import { editWords } from './words.ts';

type FeeName = 'fundingFees' | 'fiducieFees';
const FEES: readonly FeeName[] = ['fundingFees', 'fiducieFees'];

export default function EditTab({ project, reload }: TabProps) {
  return (
    <>
      <PropertyForm key={project.updatedAt} project={project} reload={reload} />
      <NoteSection propertyId={project.id} />
    </>
  );
}

function PropertyForm({ project, reload }: { project: Project; reload: () => void }) {
  const t = editWords.value;
  const [typed, setTyped] = useState(() => typedOf(project));
  const [fees, setFees] = useState(() => feesOf(project));
  const [operation, setOperation] = useState(() => operationOf(project.operation));
  const { changes, bad } = changesOf(project, typed);
  const body: PropertyEdit = { ...changes, ...changedFees(project, fees), ...changedOperation(project.operation, operation) };
  const saving = useAction((_once, edit: PropertyEdit) => mortar.editProperty({ path: { propertyId: project.id }, body: edit }));
  const isPublished = project.status === 'PUBLISHED';
  const isFixed = isPublished && project.investorContractType === 'royalty';
  const isSame = Object.keys(body).length === 0;
  const save = async () => {
    if (await saving.run(body)) reload();
  };
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <Form
      label={editWords.value.groups.page}
      onSubmit={() => void save()}
      error={saving.error}
      action={
        <>
          <Button type="submit" look="primary" isRunning={saving.isRunning} disabled={isSame || bad.length > 0 || isFixed}>
            {t.save}
          </Button>
          {isSame && <span class="soft small">{t.unchanged}</span>}
        </>
      }
    >
      {isPublished && <Notice>{isFixed ? t.royaltyFixed : t.fixed}</Notice>}
      {(Object.keys(t.groups) as Group[]).map((group) => (
        <Section key={group} title={t.groups[group]}>
          <div class="card fields">
            {FIELDS.filter((spec) => spec.group === group).map((spec) => (
              <OneField
                key={spec.name}
                spec={spec}
                value={typed[spec.name]}
                onInput={set(spec.name)}
                isFixed={isFixed || (isPublished && spec.isContract === true)}
                fault={bad.includes(spec.name) ? t.badNumber : faultOf(saving.error, spec.name)}
              />
            ))}
            {group === 'money' &&
              FEES.map((name) => (
                <Field
                  key={name}
                  label={t[name]}
                  value={fees[name]}
                  onInput={(value) => setFees({ ...fees, [name]: value })}
                  unit="€"
                  inputMode="decimal"
                  isDisabled={isFixed || project.companyFees[name]?.transfer != null}
                  fault={faultOf(saving.error, `companyFees.${name}`)}
                />
              ))}
            {group === 'contract' && project.investorContractType !== 'royalty' && (
              <OperationFields value={operation} onChange={setOperation} isDisabled={isPublished} error={saving.error} />
            )}
          </div>
        </Section>
      ))}
    </Form>
  );
}

function feesOf({ companyFees }: Project): Record<FeeName, string> {
  const text = (name: FeeName) => written(companyFees[name]?.amountExcludingTaxCents ?? null, 'euros');
  return { fundingFees: text('fundingFees'), fiducieFees: text('fiducieFees') };
}

function changedFees(project: Project, fees: Record<FeeName, string>): PropertyEdit {
  const stored = feesOf(project);
  const changed = FEES.filter((name) => fees[name] !== stored[name]);
  if (changed.length === 0) return {};
  const companyFees = changed.map((name) => {
    const cents = centsOf(fees[name]);
    return [name, cents === undefined ? null : { amountExcludingTaxCents: cents }];
  });
  return { companyFees: Object.fromEntries(companyFees) };
}

type OneFieldProps = {
  spec: FieldSpec;
  value: string;
  onInput: (value: string) => void;
  isFixed: boolean;
  fault: string | undefined;
};

function OneField({ spec: { name, kind }, value, onInput, isFixed, fault }: OneFieldProps) {
  const t = editWords.value;
  const choices = useChoices(kind);
  const [asked] = useParam('field');
  const unit =
    { euros: '€', percent: '%', months: t.monthsUnit }[kind as string] ?? (name === 'surface' ? t.squareMetres : undefined);
  return (
    <Field
      label={t.fields[name]}
      value={value}
      onInput={onInput}
      name={name}
      isDisabled={isFixed}
      autoFocus={asked === name}
      fault={fault}
      type={kind === 'moment' ? 'datetime-local' : 'text'}
      {...(kind === 'prose' ? { lines: 5 } : {})}
      {...(unit === undefined ? {} : { unit, inputMode: 'decimal' as const })}
      {...(choices ? { choices } : {})}
    />
  );
}

/** The SPVs or owners to choose from; undefined for other kinds of fields. */
function useChoices(kind: FieldSpec['kind']) {
  const t = editWords.value;
  const list = useQuery(['choices', kind], async (signal) => {
    if (kind === 'spv') return (await mortar.listSpvs({ signal })).map(({ id, name }) => ({ value: id, label: name }));
    if (kind !== 'owner') return undefined;
    const owners = await mortar.listProjectOwners({ signal });
    return owners.map(({ id, firstname, lastname }) => ({ value: id, label: `${firstname} ${lastname}` }));
  });
  if (kind !== 'spv' && kind !== 'owner') return undefined;
  return [{ value: '', label: t.none }, ...(list.data ?? [])];
}
