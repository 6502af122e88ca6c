// Filling the wallet: the investor's own IBAN, with a code for the application of a bank.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { centsOf } from '../../core/format.ts';
import { Field } from '../../design/form.tsx';
import { OwnIban } from '../buy/pay-in.tsx';
import { page } from '../core/page.ts';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

export default page({ head: () => ({ title: shellWords.value.pages.payIn }), View: PayInPage });

function PayInPage() {
  const t = walletWords.value;
  const { pages } = shellWords.value;
  const { route } = useLocation();
  const [typed, setTyped] = useState('');
  const cents = centsOf(typed);
  const isFaulty = typed.trim() !== '' && (cents === undefined || cents === 0);
  return (
    <div class="page narrow">
      <Title above={{ href: '/wallet', name: pages.wallet }} state={t.payInState}>
        {pages.payIn}
      </Title>
      <Field
        label={t.payInAmount}
        value={typed}
        onInput={setTyped}
        inputMode="decimal"
        autoComplete="off"
        unit="€"
        hint={t.payInHint}
        fault={isFaulty ? t.amountFault : undefined}
      />
      <OwnIban amountCents={isFaulty ? null : (cents ?? null)} reload={() => route('/wallet')} />
    </div>
  );
}
