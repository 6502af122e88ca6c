// The order: how many bricks, what is risked, what pays them. What was chosen is kept while money is on its way.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAction } from '../../core/action.ts';
import { count, euros } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { Facts, Section } from '../parts/frame.tsx';
import { Risks, riskWords } from '../parts/risk.tsx';
import { bricksOf } from './bricks.ts';
import type { Buying } from './buying.ts';
import { LastMoment } from './last-moment.tsx';
import { PayIn } from './pay-in.tsx';
import { buyWords } from './words.ts';

export function Order({ buying: { project, wallet, terms }, reload }: { buying: Buying; reload: () => void }) {
  const t = buyWords.value;
  const { route } = useLocation();
  const { id, availableBricks } = project;
  const priceCents = project.brickPriceCents ?? 0;
  const [typed, setTyped] = useState('');
  const [hasRead, setRead] = useState(false);
  const [isTried, setTried] = useState(false);
  const bricks = bricksOf(typed);
  const amountCents = (bricks ?? 0) * priceCents;
  const missingCents = Math.max(amountCents - wallet.availableCents, 0);
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
  const after = amountCents > 0 && missingCents === 0 ? euros(wallet.availableCents - amountCents) : null;
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
      <Section title={riskWords.value.title}>
        <Risks />
        <Checkbox label={t.read} isChecked={hasRead} onChange={setRead} />
        {isTried && !hasRead && (
          <p class="fault" role="alert">
            {t.readFirst}
          </p>
        )}
      </Section>
      <Section title={t.pay}>
        <Facts
          facts={[
            [t.available, euros(wallet.availableCents)],
            [t.fees, t.noFees],
            [t.afterwards, after],
          ]}
        />
        {missingCents > 0 && <PayIn missingCents={missingCents} reload={reload} />}
        <p>
          {t.changeMind} <LastMoment until={terms.windowEnd} />.
        </p>
      </Section>
    </Form>
  );
}
