// A list that is read further: the first page came with the page of the application, the next ones come one by one.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Page } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { words } from '../../core/language.ts';
import { Button } from '../../design/button.tsx';
import { Refusal } from '../../design/feedback.tsx';

export const furtherWords = words({ more: 'Voir la suite' }, { more: 'Show more' });

type FurtherProps<Row> = {
  first: Page<Row>;
  read: (cursor: string) => Promise<Page<Row>>;
  /** When more rows are there: who reads the first page again would drop them. */
  onFurther?: () => void;
  /** Draws the rows that are there. */
  children: (rows: readonly Row[]) => ComponentChildren;
};

export function Further<Row>({ first, read, onFurther, children }: FurtherProps<Row>) {
  const [further, setFurther] = useState({ of: first, page: first });
  // Read again from its beginning, the list has its first page.
  const page = further.of === first ? further.page : first;
  const more = useAction(async (_once, cursor: string) => {
    const next = await read(cursor);
    setFurther({ of: first, page: { items: [...page.items, ...next.items], nextCursor: next.nextCursor } });
    onFurther?.();
    return 'read';
  });
  const { nextCursor } = page;
  return (
    <>
      {children(page.items)}
      <Refusal error={more.error} />
      {nextCursor !== null && (
        <p>
          <Button isRunning={more.isRunning} onClick={() => void more.run(nextCursor)}>
            {furtherWords.value.more}
          </Button>
        </p>
      )}
    </>
  );
}
