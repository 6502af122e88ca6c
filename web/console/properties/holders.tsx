// Who holds the bricks of a project at the end of a day (`?date=`), with the whole register as a file.

import type { Holder } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { businessToday } from '../../core/clock.ts';
import { count, percent } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { needing } from '../core/session.ts';
import { Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { holderWords } from './holders-words.ts';
import type { TabProps } from './project.ts';

/** With what the answer says of all holders on each row, as a list keeps rows alone. */
type Row = Holder & { holderCount: number; allBricks: number };

export default function HoldersTab({ project: { id } }: TabProps) {
  const t = holderWords.value;
  const [asked, setAsked] = useParam('date');
  const query = asked === '' ? {} : { date: asked };
  const list = useList<Row>(
    ['holders', id, asked],
    needing('people.read', async (page, signal) => {
      const { items, nextCursor, holderCount, brickCount } = await mortar.listHolders({
        path: { propertyId: id },
        query: { ...page, ...query },
        signal,
      });
      return { items: items.map((row) => ({ ...row, holderCount, allBricks: brickCount })), nextCursor };
    }),
  );
  const save = useAction(async () => {
    const file = await mortar.exportHolders({ path: { propertyId: id }, query, parseAs: 'blob' });
    saveFile(file, `mortar-titulaires-${id.slice(0, 8)}-${asked || businessToday()}.csv`);
    return 'saved';
  });
  const first = list.data?.[0];
  return (
    <Section
      title={t.title}
      note={t.note}
      action={
        <Button icon="download" isRunning={save.isRunning} onClick={() => void save.run()}>
          {t.export}
        </Button>
      }
    >
      <div class="filters">
        <Field label={t.date} type="date" value={asked || businessToday()} onInput={setAsked} />
      </div>
      <Refusal error={save.error} />
      {first && <p>{t.sum(count(first.holderCount), count(first.allBricks))}</p>}
      <Table
        label={t.title}
        columns={columns()}
        list={list}
        keyOf={({ customerId }) => customerId}
        hrefOf={({ customerId }) => to.investor(customerId, 'holdings')}
        apartOf={({ email }) => [email]}
        empty={{ title: t.none, text: t.noneText }}
      />
    </Section>
  );
}

function columns(): Column<Row>[] {
  const t = holderWords.value;
  return [
    { id: 'name', title: t.name, cell: ({ name }) => name, text: ({ name }) => name },
    { id: 'email', title: t.email, cell: ({ email }) => email, text: ({ email }) => email },
    {
      id: 'type',
      title: t.type,
      cell: ({ customerType }) => t.types[customerType ?? 'none'],
      text: ({ customerType }) => t.types[customerType ?? 'none'],
    },
    {
      id: 'bricks',
      title: t.bricks,
      align: 'end',
      cell: ({ brickCount }) => count(brickCount),
      text: ({ brickCount }) => brickCount,
    },
    {
      id: 'share',
      title: t.share,
      align: 'end',
      cell: ({ sharePercent }) => percent(Math.round(sharePercent * 100)),
      text: ({ sharePercent }) => sharePercent,
    },
    {
      id: 'since',
      title: t.since,
      cell: ({ since }) => <Instant at={since} hasTime={false} />,
      text: ({ since }) => since,
    },
  ];
}
