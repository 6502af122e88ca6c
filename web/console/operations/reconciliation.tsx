// Reconciliation: wallets that differ at the provider, and the movements that no book knows, which explain them.

import type { DifferenceStatus } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { Filters } from '../design/filters.tsx';
import { FilterChips } from '../design/table.tsx';
import { booksWords } from './books-words.ts';
import { Differences } from './differences.tsx';
import { Frame } from './frame.tsx';
import { movementWords } from './movement-words.ts';
import { Movements } from './movements.tsx';

/** The open ones, unless the address asks for other ones. */
export function ReconciliationTab() {
  const t = booksWords.value;
  const m = movementWords.value;
  const [shown] = useParam('list');
  const [asked] = useParam('status');
  const status: DifferenceStatus | undefined = asked === 'all' ? undefined : asked === 'closed' ? 'closed' : 'open';
  return (
    <Frame tab="reconciliation">
      <Filters hasDays>
        <FilterChips
          name="list"
          label={m.lists}
          all={{ label: m.differences }}
          choices={[{ value: 'movements', label: m.movements }]}
        />
        <FilterChips
          name="status"
          label={t.byState}
          all={{ label: t.statuses.open }}
          choices={[
            { value: 'closed', label: t.statuses.closed },
            { value: 'all', label: t.all },
          ]}
        />
      </Filters>
      {shown === 'movements' ? <Movements status={status} /> : <Differences status={status} />}
    </Frame>
  );
}
