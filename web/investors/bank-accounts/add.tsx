// Adding a bank account: what it is, then the confirmation.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAction } from '../../core/action.ts';
import { Field, faultOf } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { page } from '../core/page.ts';
import { Confirmation, confirmedBy, NotYet, type Proof } from '../parts/confirmation.tsx';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { bankWords } from './words.ts';

export default page({ head: () => ({ title: shellWords.value.pages.newBankAccount }), View: NewBankAccountPage });

function NewBankAccountPage() {
  const t = bankWords.value;
  const { pages } = shellWords.value;
  const { route } = useLocation();
  const [iban, setIban] = useState('');
  const [bic, setBic] = useState('');
  const [holder, setHolder] = useState('');
  const add = useAction(async (once, proof: Proof) => {
    const body = { iban: iban.trim(), holder: holder.trim(), ...(bic.trim() === '' ? {} : { bic: bic.trim() }) };
    return mortar.addBankAccount({ body, ...confirmedBy(proof, once) });
  }, `bank account ${iban.trim()} ${holder.trim()} ${bic.trim()}`);
  return (
    <div class="page narrow">
      <Title above={{ href: '/account/bank-accounts', name: pages.bankAccounts }} state={t.addState}>
        {pages.newBankAccount}
      </Title>
      <Field label={t.iban} value={iban} onInput={setIban} autoComplete="off" fault={faultOf(add.error, 'iban')} />
      <Field
        label={t.holder}
        value={holder}
        onInput={setHolder}
        autoComplete="name"
        hint={t.holderHint}
        fault={faultOf(add.error, 'holder')}
      />
      <Field label={t.bic} value={bic} onInput={setBic} autoComplete="off" hint={t.bicHint} fault={faultOf(add.error, 'bic')} />
      {iban.trim() !== '' && holder.trim() !== '' ? (
        <Confirmation
          asked={{ action: 'bank-account-creation' }}
          label={t.add}
          act={add}
          onDone={() => route('/account/bank-accounts')}
        />
      ) : (
        <NotYet label={t.add} />
      )}
    </div>
  );
}
