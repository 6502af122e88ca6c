// Escrow and construction budget of a published project whose contract lets them change; all others are fixed by the publication.

import { useState } from 'preact/hooks';
import { centsOf } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Notice } from '../../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../../design/form.tsx';
import { mortar } from '../../core/api.ts';
import { Section } from '../../design/page.tsx';
import type { Project, TabProps } from '../project.ts';
import { useDone } from '../schedule/change.ts';
import { budgetWords } from './budget-words.ts';
import { operationOf } from './operation.tsx';
import { editWords } from './words.ts';

const AMOUNTS = ['totalFundEscrow', 'totalConstructionBudget'] as const;

/** The contracts whose budget the API edits. */
export function hasOwnBudget({ status, investorContractType, operation }: Project): boolean {
  return status === 'PUBLISHED' && investorContractType === 'obligation' && operationOf(operation).version === 'V2';
}

export function BudgetSection({ project, reload }: Pick<TabProps, 'project' | 'reload'>) {
  const t = budgetWords.value;
  const stored = {
    totalFundEscrow: project.totalFundEscrow,
    totalConstructionBudget: project.totalConstructionBudget,
  };
  const [typed, setTyped] = useState({
    totalFundEscrow: writtenCents(stored.totalFundEscrow),
    totalConstructionBudget: writtenCents(stored.totalConstructionBudget),
  });
  const changed = AMOUNTS.filter((name) => centsOf(typed[name]) !== stored[name]);
  const isGood = changed.every((name) => centsOf(typed[name]) !== undefined);
  const body = Object.fromEntries(changed.map((name) => [name, centsOf(typed[name])]));
  const saving = useDone(() => mortar.editContractBudget({ path: { propertyId: project.id }, body }), reload);
  return (
    <Section title={t.budget} note={t.budgetNote}>
      <div class="card">
        <Form
          label={t.budget}
          onSubmit={() => void saving.run()}
          error={saving.error}
          action={
            <Button
              type="submit"
              look="primary"
              needs="money.write"
              isRunning={saving.isRunning}
              disabled={changed.length === 0 || !isGood}
            >
              {t.save}
            </Button>
          }
        >
          <div class="fields">
            {AMOUNTS.map((name) => (
              <Field
                key={name}
                label={t[name]}
                value={typed[name]}
                onInput={(value) => setTyped({ ...typed, [name]: value })}
                unit="€"
                inputMode="decimal"
                fault={centsOf(typed[name]) === undefined ? editWords.value.badNumber : faultOf(saving.error, name)}
              />
            ))}
          </div>
          {saving.result && changed.length === 0 && (
            <Notice tone="good" isLive>
              {t.saved}
            </Notice>
          )}
        </Form>
      </div>
    </Section>
  );
}

function writtenCents(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
