// The form of a property: every field of its type and stage; only what was changed is sent.

import { useEffect, useState } from 'preact/hooks';
import { isRefusal, type PropertyEdit } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { useParam } from '../../../core/address.ts';
import { forgetDrafts, useDraft, useLeaveWarning } from '../../../core/draft.ts';
import { centsOf } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Notice } from '../../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../../design/form.tsx';
import { editProperty } from '../../core/api.ts';
import { Section } from '../../design/page.tsx';
import type { Project, TabProps } from '../project.ts';
import { propertyWords } from '../words.ts';
import { BudgetSection, hasOwnBudget } from './budget.tsx';
import { ChoiceField, type ChoiceKind, NewChoice } from './choice.tsx';
import { changesOf, FIELDS, type FieldSpec, type Group, type Typed, typedOf, written } from './fields.ts';
import { NoteSection } from './note.tsx';
import { changedOperation, OperationFields, operationOf } from './operation.tsx';
import { changedShown, shownOf } from './shown.ts';
import { ShownFields } from './shown-fields.tsx';
import { editWords } from './words.ts';

type FeeName = 'fundingFees' | 'fiducieFees';
const FEES: readonly FeeName[] = ['fundingFees', 'fiducieFees'];

export default function EditTab({ project, reload }: TabProps) {
  const [savedAt, setSavedAt] = useState<string>();
  const [overtaken, setOvertaken] = useState<Project>();
  const [, setAsked] = useParam('field');
  const saved = (updatedAt: string) => {
    // The field that the checklist asked for has been seen: the form that is drawn anew stays where it is.
    setAsked('');
    setSavedAt(updatedAt);
    setOvertaken(undefined);
    reload();
  };
  const conflict = () => {
    setOvertaken(project);
    reload();
  };
  return (
    <>
      <PropertyForm
        key={project.updatedAt}
        project={project}
        isJustSaved={savedAt === project.updatedAt}
        onSaved={saved}
        before={overtaken}
        onConflict={conflict}
      />
      {hasOwnBudget(project) && <BudgetSection project={project} reload={reload} />}
      <NoteSection propertyId={project.id} />
    </>
  );
}

type FormProps = {
  project: Project;
  isJustSaved: boolean;
  onSaved: (updatedAt: string) => void;
  /** The project as it was when somebody else changed it, until that is saved over or taken. */
  before: Project | undefined;
  onConflict: () => void;
};

function PropertyForm({ project, isJustSaved, onSaved, before, onConflict }: FormProps) {
  const t = editWords.value;
  const draft = `property ${project.id} `;
  const [typed, setTyped] = useDraft(`${draft}fields`, () => typedOf(project));
  const [fees, setFees] = useDraft(`${draft}fees`, () => feesOf(project));
  const [operation, setOperation] = useDraft(`${draft}operation`, () => operationOf(project.operation));
  const [shown, setShown] = useDraft(`${draft}shown`, () => shownOf(project));
  const { changes, bad } = changesOf(project, typed);
  const rich = changedShown(project, shown);
  const body: PropertyEdit = {
    ...changes,
    ...rich.changes,
    ...changedFees(project, fees),
    ...changedOperation(project.operation, operation),
  };
  const saving = useAction((_once, edit: PropertyEdit) => editProperty(project, edit));
  const isOvertaken = isRefusal(saving.error, 'property.edit.changed-meanwhile');
  useEffect(() => {
    if (isOvertaken) onConflict();
  }, [isOvertaken]);
  const isPublished = project.status === 'PUBLISHED';
  const isFixed = isPublished && project.investorContractType === 'royalty';
  const isSame = Object.keys(body).length === 0;
  const save = async () => {
    const saved = await saving.run(body);
    if (!saved) return;
    forgetDrafts(draft);
    onSaved(saved.updatedAt);
  };
  const giveUp = () => {
    setTyped(typedOf(project));
    setFees(feesOf(project));
    setOperation(operationOf(project.operation));
    setShown(shownOf(project));
    forgetDrafts(draft);
  };
  useLeaveWarning(!isSame);
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <Form
      label={t.form}
      onSubmit={() => void save()}
      error={isOvertaken ? undefined : saving.error}
      action={
        <>
          <Button
            type="submit"
            look="primary"
            isRunning={saving.isRunning}
            disabled={isSame || bad.length > 0 || rich.bad.length > 0 || isFixed}
          >
            {t.save}
          </Button>
          <span class="soft small" role="status">
            {isSame ? `${isJustSaved ? `${t.saved} ` : ''}${t.unchanged}` : t.unsaved}
          </span>
          {!isSame && (
            <Button look="quiet" disabled={saving.isRunning} onClick={giveUp}>
              {t.giveUp}
            </Button>
          )}
        </>
      }
    >
      {before && <Overtaken before={before} project={project} typed={typed} />}
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
              <OperationFields
                stored={project.operation}
                value={operation}
                onChange={setOperation}
                isDisabled={isPublished}
                error={saving.error}
              />
            )}
          </div>
        </Section>
      ))}
      <ShownFields value={shown} onChange={setShown} isDisabled={isFixed} error={saving.error} bad={rich.bad} />
    </Form>
  );
}

/** What somebody else changed while this form was open, and what it now says of it. */
function Overtaken({ before, project, typed }: { before: Project; project: Project; typed: Typed }) {
  const t = editWords.value;
  const [was, is] = [typedOf(before), typedOf(project)];
  const theirs = FIELDS.filter(({ name }) => was[name] !== is[name]);
  return (
    <Notice tone="warn" isLive>
      <p>{t.overtaken}</p>
      <ul>
        {theirs.map(({ name, kind }) => (
          <li key={name}>
            {isChoice(kind)
              ? t.overtakenField(t.fields[name], typed[name] !== is[name])
              : t.overtakenValue(t.fields[name], is[name], typed[name] === is[name] ? undefined : typed[name])}
          </li>
        ))}
      </ul>
    </Notice>
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
  const made = isChoice(kind) ? kind : undefined;
  const [asked] = useParam('field');
  const unit =
    { euros: '€', percent: '%', months: t.monthsUnit }[kind as string] ?? (name === 'surface' ? t.squareMetres : undefined);
  const shown = kind === 'contract' ? contractChoices(value) : undefined;
  const common = { label: t.fields[name], value, name, fault, autoFocus: asked === name };
  const field = made ? (
    <ChoiceField kind={made} {...common} onChange={onInput} isDisabled={isFixed} />
  ) : (
    <Field
      {...common}
      onInput={onInput}
      isDisabled={isFixed || (kind === 'contract' && value === 'royalty')}
      type={kind === 'moment' ? 'datetime-local' : 'text'}
      {...(kind === 'moment' ? { hint: t.parisTime } : {})}
      {...(kind === 'prose' ? { lines: 5 } : {})}
      {...(unit === undefined ? {} : { unit, inputMode: 'decimal' as const })}
      {...(shown ? { choices: shown } : {})}
    />
  );
  if (made === undefined || isFixed) return field;
  return (
    <div class="with-new">
      {field}
      <NewChoice kind={made} onDone={({ id }) => onInput(id)} />
    </div>
  );
}

function isChoice(kind: FieldSpec['kind']): kind is ChoiceKind {
  return kind === 'spv' || kind === 'owner' || kind === 'presentation';
}

/** A royalty stays one, and nothing else becomes one. */
function contractChoices(value: string) {
  const { contracts } = propertyWords.value;
  return Object.entries(contracts).flatMap(([name, label]) =>
    (name === 'royalty') === (value === 'royalty') ? [{ value: name, label }] : [],
  );
}
