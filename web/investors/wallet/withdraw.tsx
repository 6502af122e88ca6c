// A withdrawal: to which account and how much, then what it costs and what arrives, then the confirmation.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { BankAccountView, InvestorView, TermsOfAmount, WithdrawalTerms } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { centsOf, euros } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { accountWords } from '../account/words.ts';
import { Delay } from '../bank-accounts/delay.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { useStartOfPage } from '../core/start-of-page.ts';
import { Confirmation, confirmedBy, type Proof } from '../parts/confirmation.tsx';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

type Withdrawing = { terms: WithdrawalTerms; accounts: BankAccountView[]; me: InvestorView };
/** As it stands in the fields, which keep it when somebody comes back to them. */
type Typed = { amount: string; accountId: string };
/** What was asked for, and what the service makes of it. */
type Asked = { amountCents: number; account: BankAccountView; terms: WithdrawalTerms; ofAmount: TermsOfAmount };

export default page<Withdrawing>({
  read: async (mortar) => {
    const [terms, accounts, me] = await Promise.all([
      mortar.readWithdrawalTerms(),
      mortar.listBankAccounts({ query: { limit: 100 } }),
      mortar.readMe(),
    ]);
    return { terms, accounts: accounts.items.filter(({ status }) => status === 'activated'), me };
  },
  head: () => ({ title: shellWords.value.pages.withdraw }),
  View: WithdrawPage,
});

function WithdrawPage({ data }: PageProps<Withdrawing>) {
  const { pages } = shellWords.value;
  const [typed, setTyped] = useState<Typed>({ amount: '', accountId: data.accounts[0]?.id ?? '' });
  const [asked, setAsked] = useState<Asked>();
  useStartOfPage(asked ? 'check' : 'amount');
  return (
    <div class="page narrow">
      <Title above={{ href: '/wallet', name: pages.wallet }} state={walletWords.value.withdrawState}>
        {pages.withdraw}
      </Title>
      {asked ? (
        <Confirm asked={asked} onBack={() => setAsked(undefined)} />
      ) : (
        <Obstacle data={data}>
          <Amount data={data} typed={typed} onTyped={setTyped} onAsked={setAsked} />
        </Obstacle>
      )}
    </div>
  );
}

/** What stands between somebody and a withdrawal, by what the service says of the account. */
function Obstacle({ data: { accounts, me }, children }: { data: Withdrawing; children: ComponentChildren }) {
  const t = walletWords.value;
  if (me.frozen || me.transactionRights === 'account-is-being-verified')
    return <Notice tone="warn">{me.frozen ? accountWords.value.frozen : t.beingVerified}</Notice>;
  const isNew = me.transactionRights !== 'all';
  if (!isNew && accounts.length > 0) return <>{children}</>;
  return (
    <>
      <Notice tone="warn">{isNew ? t.identityFirst : t.accountFirst}</Notice>
      <p>
        <ButtonLink href={isNew ? '/account/identity' : '/account/bank-accounts'} look="primary">
          {isNew ? t.toIdentity : shellWords.value.pages.bankAccounts}
        </ButtonLink>
      </p>
    </>
  );
}

type AmountProps = {
  data: Withdrawing;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onAsked: (asked: Asked) => void;
};

function Amount({ data: { terms, accounts }, typed, onTyped, onAsked }: AmountProps) {
  const t = walletWords.value;
  const [isTried, setTried] = useState(false);
  const amountCents = centsOf(typed.amount);
  const account = accounts.find(({ id }) => id === typed.accountId);
  const fault = !amountCents ? t.amountFault : amountCents > terms.maxCents ? t.atMost(euros(terms.maxCents)) : undefined;
  const ask = useAction((_once, amountCents: number) => mortar.readWithdrawalTerms({ query: { amountCents } }));
  const submit = async () => {
    setTried(true);
    if (fault !== undefined || !amountCents || !account) return;
    const told = await ask.run(amountCents);
    if (told?.ofAmount) onAsked({ amountCents, account, terms: told, ofAmount: told.ofAmount });
  };
  return (
    <Form
      label={shellWords.value.pages.withdraw}
      onSubmit={() => void submit()}
      error={ask.error}
      action={
        <Button type="submit" look="primary" isRunning={ask.isRunning}>
          {t.goOn}
        </Button>
      }
    >
      <Facts
        facts={[
          [t.available, euros(terms.availableCents)],
          [t.fee, terms.feeInclTaxCents === 0 ? t.noFee : euros(terms.feeInclTaxCents)],
        ]}
      />
      <Field
        label={t.toAccount}
        value={typed.accountId}
        onInput={(accountId) => onTyped({ ...typed, accountId })}
        choices={accounts.map(({ id, iban, holder }) => ({ value: id, label: `${iban}, ${holder}` }))}
      />
      {account && <Delay account={account} />}
      <Field
        label={t.withdrawAmount}
        value={typed.amount}
        onInput={(amount) => onTyped({ ...typed, amount })}
        inputMode="decimal"
        autoComplete="off"
        unit="€"
        hint={t.atMost(euros(terms.maxCents))}
        fault={isTried || typed.amount !== '' ? fault : undefined}
      />
    </Form>
  );
}

function Confirm({ asked, onBack }: { asked: Asked; onBack: () => void }) {
  const t = walletWords.value;
  const { route } = useLocation();
  const { amountCents, account, terms, ofAmount } = asked;
  const withdraw = useAction(async (once, proof: Proof) => {
    const body = { paymentMethodId: account.id, amount: amountCents };
    await mortar.withdraw({ body, ...confirmedBy(proof, once) });
    const { items } = await mortar.listWithdrawals({ query: { limit: 1 } });
    return items[0]?.id ?? '';
  }, `withdraw ${amountCents} to ${account.id}`);
  return (
    <Section title={t.check}>
      <Facts
        facts={[
          [t.toAccount, `${account.iban}, ${account.holder}`],
          [t.arrives, euros(ofAmount.arrivesCents)],
          [t.fee, terms.feeInclTaxCents === 0 ? t.noFee : euros(terms.feeInclTaxCents)],
          [t.debited, euros(ofAmount.debitedCents)],
          [t.left, euros(ofAmount.leftCents)],
        ]}
      />
      <Confirmation
        asked={{ action: 'withdraw' }}
        label={t.withdrawNow(euros(ofAmount.arrivesCents))}
        act={withdraw}
        onDone={(id) => route(id === '' ? '/wallet' : `/wallet/withdrawals/${id}`)}
      />
      <p>
        <Button look="quiet" onClick={onBack}>
          {t.change}
        </Button>
      </p>
    </Section>
  );
}
