// What a wave of automatic investment would buy now: the sums, and plan by plan how much, or why nothing.

import { useSignal } from '@preact/signals';
import type { AutomaticInvestmentPreview, AutomaticInvestmentPreviewPlan } from '../../../../clients/typescript/src/index.ts';
import { count, euros } from '../../../core/format.ts';
import { useList } from '../../../core/query.ts';
import { Money } from '../../../design/values.tsx';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { type Column, Table } from '../../design/table.tsx';
import { waveWords } from './wave-words.ts';

type Props = { propertyId: string; includesCanceled: boolean };

export function WavePreview({ propertyId, includesCanceled }: Props) {
  const t = waveWords.value;
  const totals = useSignal<AutomaticInvestmentPreview['totals'] | undefined>(undefined);
  const list = useList(['wave-preview', propertyId, includesCanceled], async (page, signal) => {
    const query = { ...page, includeInvestorsWithCanceledAutoInvest: includesCanceled };
    const preview = await mortar.previewWave({ path: { propertyId }, query, signal });
    totals.value = preview.totals;
    return preview;
  });
  const sums = list.data && totals.value;
  return (
    <>
      {sums && sums.plans > 0 && (
        <p class="strong" role="status">
          {t.sums(count(sums.buyers), count(sums.bricks), euros(sums.amountCents), count(sums.leftOut))}
        </p>
      )}
      <Table
        label={t.preview}
        columns={columns()}
        list={list}
        keyOf={({ customerId }) => customerId}
        hrefOf={({ customerId }) => to.investor(customerId)}
        apartOf={({ customerId }) => [customerId.slice(0, 8)]}
        empty={{ title: t.noPlan, text: t.noPlanText }}
        skeletonRows={3}
      />
    </>
  );
}

function columns(): Column<AutomaticInvestmentPreviewPlan>[] {
  const t = waveWords.value;
  const resultOf = ({ reason }: AutomaticInvestmentPreviewPlan) => (reason === null ? t.buys : t.reasons[reason]);
  return [
    { id: 'name', title: t.investor, cell: ({ name }) => name, text: ({ name }) => name },
    {
      ...{ id: 'bricks', title: t.bricks, align: 'end' },
      cell: ({ bricks }) => count(bricks),
      text: ({ bricks }) => String(bricks),
    },
    {
      ...{ id: 'amount', title: t.amount, align: 'end' },
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      text: ({ amountCents }) => euros(amountCents),
    },
    { id: 'result', title: t.result, cell: resultOf, text: resultOf },
  ];
}
