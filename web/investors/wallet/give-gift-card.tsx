// Giving a gift card: for how much and to whom, what pays it, then the confirmation.

import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { isRefusal, type WalletView } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { centsOf, euros } from '../../core/format.ts';
import { Field, faultOf } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Confirmation, NotYet, type Proof } from '../parts/confirmation.tsx';
import { Facts, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

const ACTION = 'gift-card-purchase';

export default page<WalletView>({
  read: (mortar) => mortar.showWallet(),
  head: () => ({ title: shellWords.value.pages.giveGiftCard }),
  View: GivePage,
});

function GivePage({ data: { availableCents } }: PageProps<WalletView>) {
  const t = walletWords.value;
  const { pages } = shellWords.value;
  const { route } = useLocation();
  const [amount, setAmount] = useState('');
  const [recipient, setRecipient] = useState('');
  // What the code gave: it stays good where an answer was lost, and the code does not.
  const token = useRef<string | undefined>(undefined);
  const amountCents = centsOf(amount);
  const recipientEmail = recipient.trim();
  const give = useAction(async (once, { code }: Proof) => {
    token.current ??= (await mortar.confirmCode({ body: { action: ACTION, code } })).token;
    const body = { token: token.current ?? '', amountCents: amountCents ?? 0, recipientEmail };
    try {
      return await mortar.buyGiftCard({ body, ...once });
    } catch (error) {
      // Expired: the next code gives another one.
      if (isRefusal(error, 'gift-card.token-invalid')) token.current = undefined;
      throw error;
    }
  }, `gift card ${amountCents} to ${recipientEmail}`);
  const fault = amountCents ? undefined : t.amountFault;
  return (
    <div class="page narrow">
      <Title above={{ href: '/wallet/gift-cards', name: pages.giftCards }} state={t.giveState}>
        {pages.giveGiftCard}
      </Title>
      <Facts facts={[[t.available, euros(availableCents)]]} />
      <Field
        label={t.giveAmount}
        value={amount}
        onInput={setAmount}
        inputMode="decimal"
        autoComplete="off"
        unit="€"
        fault={amount === '' ? undefined : (fault ?? faultOf(give.error, 'amountCents'))}
      />
      <Field
        label={t.giveTo}
        type="email"
        value={recipient}
        onInput={setRecipient}
        autoComplete="off"
        fault={faultOf(give.error, 'recipientEmail')}
      />
      {amountCents !== undefined && amountCents > 0 && recipientEmail !== '' ? (
        <Confirmation
          asked={{ action: ACTION }}
          label={t.give(euros(amountCents))}
          act={give}
          onDone={() => route('/wallet/gift-cards')}
        />
      ) : (
        <NotYet label={shellWords.value.pages.giveGiftCard} />
      )}
    </div>
  );
}
