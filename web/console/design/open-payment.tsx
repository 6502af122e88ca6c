// A payment without an outcome, where its button stood: since when, what is known of it, and its page.

import type { ComponentChildren } from 'preact';
import type { OpenPayment } from '../../../clients/typescript/src/index.ts';
import { Notice } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { to } from '../addresses.ts';
import { Link } from './link.tsx';

/** `children`: what was ordered, in a sentence. */
export function OpenPaymentNotice({ payment, children }: { payment: OpenPayment; children?: ComponentChildren }) {
  const t = designWords.value;
  return (
    <Notice>
      <p class="strong">{t.pending}</p>
      {children && <p>{children}</p>}
      <p>{payment.isAccepted ? t.providerDecides : t.notKnown}</p>
      <p class="soft small">
        {t.orderedAt} <Instant at={payment.since} /> · <Link href={to.payment(payment.id)}>{t.followPayment}</Link>
      </p>
    </Notice>
  );
}
