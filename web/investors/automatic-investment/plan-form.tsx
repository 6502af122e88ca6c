// The form of a plan: it is saved and turned on by one button, turned off by another, and never written over what was saved elsewhere unseen.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import {
  type ContractType,
  type InvestmentPlan,
  type InvestmentPlanChange,
  isRefusal,
} from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { euros } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Checkbox, Field, Form, faultOf } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { stateWords } from '../parts/state.tsx';
import { planOf, type Typed, turnedOff, typedOf } from './typed.ts';
import { automaticWords } from './words.ts';

const TYPES: readonly ContractType[] = ['obligation', 'loan', 'royalty'];

type Props = { plan: InvestmentPlan; canSeeRoyalty: boolean; reload: () => void };

export function PlanForm({ plan, canSeeRoyalty, reload }: Props) {
  const t = automaticWords.value;
  const [typed, setTyped] = useState<Typed>(() => typedOf(plan));
  const [isTried, setTried] = useState(false);
  const save = useAction((_once, change: InvestmentPlanChange) =>
    mortar.saveInvestmentPlan({ body: { ...change, unchangedSince: plan.updatedAt } }),
  );
  const isOvertaken = isRefusal(save.error, 'investment-plan.changed-meanwhile');
  const isStale = isOvertaken || isRefusal(save.error, 'investment-plan-disabled');
  useEffect(() => {
    if (isStale) reload();
  }, [isStale]);
  const send = async (change: InvestmentPlanChange | undefined) => {
    if (change && (await save.run(change))) reload();
  };
  const submit = () => {
    setTried(true);
    void send(planOf(typed, true));
  };
  return (
    <Form
      label={t.form}
      onSubmit={submit}
      error={isOvertaken ? undefined : save.error}
      action={
        <>
          <Button type="submit" look="primary" isRunning={save.isRunning}>
            {plan.active ? t.save : t.turnOn}
          </Button>
          {plan.active && (
            <Button isRunning={save.isRunning} onClick={() => void send(turnedOff(plan))}>
              {t.turnOff}
            </Button>
          )}
        </>
      }
    >
      <PlanFields
        typed={typed}
        onTyped={setTyped}
        brickPriceCents={plan.brickPriceCents}
        canSeeRoyalty={canSeeRoyalty}
        error={save.error}
        isTried={isTried}
      />
      {isOvertaken && (
        <Overtaken
          onTaken={() => {
            setTyped(typedOf(plan));
            save.reset();
          }}
        />
      )}
      {save.result && (
        <Notice tone={save.result.active ? 'good' : 'info'} isLive>
          {save.result.active ? t.savedOn(euros(save.result.amountPerPropertyCents ?? 0)) : t.savedOff}
        </Notice>
      )}
    </Form>
  );
}

function Overtaken({ onTaken }: { onTaken: () => void }) {
  const t = automaticWords.value;
  return (
    <Notice tone="warn" isLive>
      <p>{t.overtaken}</p>
      <p>
        <Button onClick={onTaken}>{t.takeStored}</Button>
      </p>
    </Notice>
  );
}

type FieldsProps = {
  typed: Typed;
  onTyped: (typed: Typed) => void;
  brickPriceCents: number;
  canSeeRoyalty: boolean;
  error: unknown;
  isTried: boolean;
};

function PlanFields({ typed, onTyped, brickPriceCents, canSeeRoyalty, error, isTried }: FieldsProps) {
  const t = automaticWords.value;
  const tick = (type: ContractType, isChosen: boolean) =>
    onTyped({ ...typed, types: TYPES.filter((each) => (each === type ? isChosen : typed.types.includes(each))) });
  return (
    <>
      <Field
        label={t.amount}
        value={typed.amount}
        onInput={(amount) => onTyped({ ...typed, amount })}
        inputMode="decimal"
        autoComplete="off"
        unit="€"
        hint={t.amountHint(euros(brickPriceCents))}
        fault={isTried && planOf(typed, true) === undefined ? t.amountFault : faultOf(error, 'amountPerPropertyCents')}
      />
      <Group legend={t.types} fault={faultOf(error, 'contractTypes') && t.typesFault}>
        {TYPES.map((type) => (
          <Checkbox
            key={type}
            label={stateWords.value.contracts[type]}
            isChecked={typed.types.includes(type)}
            onChange={(isChosen) => tick(type, isChosen)}
            {...(type === 'royalty' && !canSeeRoyalty ? { hint: t.royaltyClosed } : {})}
          />
        ))}
      </Group>
      <Limits
        legend={t.months}
        hint={t.monthsHint}
        unit={t.monthsUnit}
        name="investmentHorizonInMonths"
        value={typed.months}
        onValue={(months) => onTyped({ ...typed, months })}
        error={error}
      />
      <Limits
        legend={t.returns}
        hint={t.returnsHint}
        unit="%"
        name="returnOnInvestment"
        value={typed.returns}
        onValue={(returns) => onTyped({ ...typed, returns })}
        error={error}
      />
    </>
  );
}

type LimitsProps = {
  legend: string;
  hint: string;
  unit: string;
  name: 'investmentHorizonInMonths' | 'returnOnInvestment';
  value: Typed['months'];
  onValue: (value: Typed['months']) => void;
  error: unknown;
};

function Limits({ legend, hint, unit, name, value, onValue, error }: LimitsProps) {
  const t = automaticWords.value;
  return (
    <Group legend={legend} hint={hint} fault={faultOf(error, name)}>
      <div class="limits">
        {(['min', 'max'] as const).map((end) => (
          <Field
            key={end}
            label={t[end]}
            value={value[end]}
            onInput={(text) => onValue({ ...value, [end]: text })}
            inputMode="decimal"
            autoComplete="off"
            unit={unit}
            fault={faultOf(error, `${name}.${end}`)}
          />
        ))}
      </div>
    </Group>
  );
}

type GroupProps = { legend: string; hint?: string; fault: string | undefined; children: ComponentChildren };

/** Fields that are one answer. */
function Group({ legend, hint, fault, children }: GroupProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <fieldset class="field-group" aria-describedby={described === '' ? undefined : described}>
      <legend>{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {children}
      {fault && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
