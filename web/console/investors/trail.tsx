// What administrators did with an investor's account, what the investor complained about, and what they were mailed.

import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import { isRead, type Query, useList, useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Empty, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Timeline } from '../../design/figures.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { needing } from '../core/session.ts';
import { Section } from '../design/page.tsx';
import { actionName, factsText } from '../operations/action-facts.tsx';
import { ComplaintsOf } from './complaints.tsx';
import { Mails } from './mails.tsx';
import { PersonalData } from './personal-data.tsx';
import { investorWords } from './words.ts';

type Props = { person: AdministrationCustomer; onChanged: () => void };

export function TrailTab({ person, onChanged }: Props) {
  const { id } = person;
  const t = investorWords.value;
  const list = useList(
    ['audit', id],
    needing('operations.read', (page, signal) => mortar.listAdminActions({ query: { ...page, targetId: id }, signal })),
  );
  const complaints = useList(['complaints-of', id], (page, signal) =>
    mortar.listAllComplaints({ query: { ...page, customerId: id }, signal }),
  );
  const plan = useQuery(['erasure', id], (signal) => mortar.showErasure({ path: { customerId: id }, signal }));
  const isReadTo = (...parts: Query<unknown>[]) => parts.every(isRead);
  return (
    <>
      <Section title={t.trail}>
        {list.data === undefined ? (
          list.error ? null : (
            <Skeleton rows={3} height="row" />
          )
        ) : list.data.length === 0 ? (
          <Empty title={t.trailEmpty}>{t.trailEmptyText}</Empty>
        ) : (
          <Timeline
            events={list.data.map((action) => ({
              at: action.createdAt,
              title: actionName(action),
              text: [t.by(action.administratorEmail), factsText(action)].filter(Boolean).join(' · '),
            }))}
          />
        )}
        {list.more && <Button onClick={list.more}>{designWords.value.more}</Button>}
        <Refusal error={list.error} retry={list.reload} />
      </Section>
      {isReadTo(list) && <ComplaintsOf id={id} list={complaints} />}
      {isReadTo(list, complaints) && (
        <PersonalData
          person={person}
          plan={plan}
          onChanged={() => {
            list.reload();
            plan.reload();
            onChanged();
          }}
        />
      )}
      {isReadTo(list, complaints, plan) && <Mails id={id} />}
    </>
  );
}
