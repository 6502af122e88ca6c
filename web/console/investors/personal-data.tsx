// What is kept of an investor: exported for who asks by letter, and the end of the account with what that would erase and when.

import { useState } from 'preact/hooks';
import type { AdministrationCustomer, ErasurePlan } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day } from '../../core/format.ts';
import type { Query } from '../../core/query.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { Facts, Section } from '../design/page.tsx';
import { nameOf } from './person.ts';
import { personalDataWords } from './personal-data-words.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = { person: AdministrationCustomer; plan: Query<ErasurePlan>; onChanged: () => void };

export function PersonalData({ person, plan, onChanged }: Props) {
  const t = personalDataWords.value;
  const [isOpen, setOpen] = useState(false);
  const take = useAction(async () => {
    saveFile(await mortar.exportCustomerData({ path: { customerId: person.id } }), t.file);
    return 'saved';
  });
  return (
    <Section
      title={t.title}
      action={
        <>
          <Button icon="download" needs="people.write" isRunning={take.isRunning} onClick={() => void take.run()}>
            {t.export}
          </Button>
          {plan.data?.closedAt === null && (
            <Button look="danger" needs="people.write" onClick={() => setOpen(true)}>
              {t.close}
            </Button>
          )}
        </>
      }
    >
      <Refusal error={take.error} />
      <Refusal error={plan.error} retry={plan.reload} />
      {plan.data ? <Plan plan={plan.data} /> : !plan.error && <Skeleton rows={3} height="row" />}
      {isOpen && plan.data && (
        <CloseDialog
          person={person}
          plan={plan.data}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </Section>
  );
}

function Plan({ plan: { closedAt, holds, parts } }: { plan: ErasurePlan }) {
  const t = personalDataWords.value;
  return (
    <div class="card">
      {closedAt !== null && <p class="strong">{t.closedOn(day(closedAt))}</p>}
      {holds.length > 0 && (
        <p>
          {closedAt === null ? t.held : t.heldLater} {holds.map((hold) => t.holds[hold]).join(', ')}
        </p>
      )}
      <Facts
        facts={parts.map(({ part, isErased, erasedOn, rows }) => [
          t.parts[part],
          isErased ? t.erased(day(erasedOn)) : `${t.toBeErased(day(erasedOn))} · ${t.rows(sum(rows), rows.length)}`,
        ])}
      />
    </div>
  );
}

function sum(rows: ErasurePlan['parts'][number]['rows']): number {
  return rows.reduce((total, each) => total + each.rows, 0);
}

function CloseDialog(props: { person: AdministrationCustomer; plan: ErasurePlan; onDone: () => void; onClose: () => void }) {
  const { person, plan, onDone, onClose } = props;
  const t = personalDataWords.value;
  const action = useAction((_once, reason: string) => mortar.closeAccount({ path: { customerId: person.id }, body: { reason } }));
  return (
    <ReasonDialog
      label={t.close}
      look="danger"
      reason={{ label: t.reason, hint: t.reasonHint }}
      act={action}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t.closeText(nameOf(person))}</p>
      {plan.holds.length > 0 && (
        <Notice tone="warn">
          {t.held} {plan.holds.map((hold) => t.holds[hold]).join(', ')}
        </Notice>
      )}
    </ReasonDialog>
  );
}
