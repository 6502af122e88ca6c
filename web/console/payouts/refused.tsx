// Payouts that the provider refused: ordered again, or recorded as paid by other means.

import { useState } from 'preact/hooks';
import type { PayoutLineView, PayoutsOfMonth } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { Badge, Technical } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Link } from '../design/link.tsx';
import { MoneyAction } from '../design/money-action.tsx';
import { Section } from '../design/page.tsx';
import { payoutWords } from './words.ts';

type Props = { refused: PayoutsOfMonth['refused']; onChanged: () => void };

export function Refused({ refused: { count, lines }, onChanged }: Props) {
  const t = payoutWords.value;
  return (
    <Section title={`${t.refused} (${count})`} note={count > 100 ? t.refusedNote : undefined}>
      <ul class="refused">
        {lines.map((line) => (
          <RefusedLine key={line.id} line={line} onChanged={onChanged} />
        ))}
      </ul>
    </Section>
  );
}

function RefusedLine({ line, onChanged }: { line: PayoutLineView; onChanged: () => void }) {
  const t = payoutWords.value;
  const [comment, setComment] = useState('');
  const { id, holderName, propertyName, customerId, kind, status, failure } = line;
  const cents = line.grossCents - line.taxCents;
  const amount = euros(cents);
  const path = { lineId: id };
  return (
    <li class="card">
      <div class="refused-head">
        <p>
          <Link class="strong" href={to.investor(customerId, 'money')}>
            {holderName}
          </Link>
          <br />
          <span class="soft small">
            {t.kinds[kind]} · {propertyName}
          </span>
        </p>
        <div class="refused-why">
          <Badge tone="bad">{t.lineStatus[status]}</Badge>
          {failure && <Technical>{failure}</Technical>}
        </div>
        <p class="large">
          <Money cents={cents} />
        </p>
      </div>
      <div class="refused-ways">
        <MoneyAction
          name={`retry-line ${path.lineId}`}
          label={t.retry(amount, holderName)}
          title={t.retryTitle}
          amountCents={cents}
          receiver={holderName}
          consequence={t.retryConsequence(propertyName)}
          confirm={t.retry(amount, holderName)}
          run={(once) => mortar.retryLine({ path, ...once })}
          made={(made) => ({ sentence: t.retryMade(amount), isPending: made.status !== 'paid' })}
          onClosed={onChanged}
        />
        <details class="elsewhere">
          <summary aria-label={t.outsideOpen(holderName)}>{t.outsideShort}</summary>
          <Field label={t.outsideComment} hint={t.outsideHint} value={comment} onInput={setComment} maxLength={1_000} />
          <MoneyAction
            name={`paid-outside ${path.lineId} ${comment}`}
            look="plain"
            label={t.outside(amount, holderName)}
            title={t.outsideTitle}
            amountCents={cents}
            receiver={holderName}
            consequence={t.outsideConsequence(propertyName)}
            confirm={t.outside(amount, holderName)}
            isDisabled={comment.trim() === ''}
            run={(once) => mortar.payLineOutside({ path, body: { comment: comment.trim() }, ...once })}
            made={() => ({ sentence: t.outsideMade })}
            onClosed={onChanged}
          />
        </details>
      </div>
    </li>
  );
}
