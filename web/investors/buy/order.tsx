// The order: how many bricks (those of a simulation are in the address), what is risked, what pays them. What was chosen is kept while
// money is on its way.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAction } from '../../core/action.ts';
import { count, euros } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { Section } from '../parts/frame.tsx';
import { bricksOf } from './bricks.ts';
import type { Buying } from './buying.ts';
import { FromWallet, missingIn, RisksRead } from './checkout.tsx';
import { LastMoment } from './last-moment.tsx';
import { buyWords } from './words.ts';

export function Order({ buying: { project, wallet, terms }, reload }: { buying: Buying; reload: () => void }) {
  const t = buyWords.value;
  const { route, query } = useLocation();
  const { id, availableBricks } = project;
  const priceCents = project.brickPriceCents ?? 0;
  const [typed, setTyped] = useState(query.bricks ?? '');
  const [hasRead, setRead] = useState(false);
  const [isTried, setTried] = useState(false);
  const bricks = bricksOf(typed);
  const amountCents = (bricks ?? 0) * priceCents;
  const missingCents = missingIn(wallet, amountCents);
  const fault = bricks === undefined ? t.howMany : bricks > availableBricks ? t.tooMany(count(availableBricks)) : undefined;
  const buy = useAction(
    (once, amount: number) => mortar.purchaseBricks({ path: { propertyId: id }, body: { amount }, ...once }),
    `buy ${id}`,
  );
  const submit = async () => {
    setTried(true);
    if (fault !== undefined || bricks === undefined || missingCents > 0 || !hasRead) return;
    const made = await buy.run(bricks);
    if (made) route(`/projects/${id}/buy?purchase=${made.id}`);
  };
  return (
    <Form
      label={t.order}
      onSubmit={() => void submit()}
      error={buy.error}
      action={
        missingCents > 0 ? undefined : (
          <Button type="submit" look="primary" isRunning={buy.isRunning}>
            {bricks === undefined ? t.buy : t.buyFor(count(bricks), bricks === 1, euros(amountCents))}
          </Button>
        )
      }
    >
      <Section title={t.whatIBuy}>
        <Field
          label={t.bricks}
          value={typed}
          onInput={setTyped}
          inputMode="numeric"
          autoComplete="off"
          hint={t.bricksHint(euros(priceCents), count(availableBricks))}
          fault={isTried || typed !== '' ? fault : undefined}
        />
        {bricks !== undefined && fault === undefined && (
          <p class="strong" aria-live="polite">
            {t.sum(count(bricks), euros(priceCents), euros(amountCents))}
          </p>
        )}
      </Section>
      <RisksRead hasRead={hasRead} onRead={setRead} isTried={isTried} />
      <FromWallet wallet={wallet} costCents={amountCents} reload={reload}>
        <p>
          {t.changeMind} <LastMoment until={terms.windowEnd} />.
        </p>
      </FromWallet>
    </Form>
  );
}
