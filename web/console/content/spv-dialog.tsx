// An SPV, new or changed. Its wallet, with bank accounts and mandates, is opened at the provider and named here.

import { useState } from 'preact/hooks';
import type { NewSpv, Spv } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { formWords } from './form-words.ts';
import { contentWords } from './words.ts';

type Props = { spv: Spv | undefined; onClose: () => void; onDone: (spv: { id: string }) => void };

export function SpvDialog({ spv, onClose, onDone }: Props) {
  const t = formWords.value;
  const { name: nameWord, country: countryWord, save, editOf } = contentWords.value;
  const [name, setName] = useState(spv?.name ?? '');
  const [country, setCountry] = useState<NewSpv['country']>(spv?.country ?? 'France');
  const [account, setAccount] = useState(spv?.providerExternalId ?? '');
  const [vat, setVat] = useState(() => vatText(spv?.vatOverrideBps ?? null));
  const countries = useQuery(['countries'], (signal) => mortar.listCountries({ signal }));
  const vatOverrideBps = vatOf(vat);
  const saving = useAction(async (once, body: NewSpv) => {
    if (spv === undefined) return mortar.createSpv({ body, ...once });
    await mortar.updateSpv({ body: { ...body, id: spv.id } });
    return spv;
  });
  const isFixed = spv?.projects.some(({ status }) => status === 'PUBLISHED') ?? false;
  const submit = async () => {
    if (vatOverrideBps === undefined) return;
    const wallet = account.trim();
    const saved = await saving.run({
      name: name.trim(),
      country,
      vatOverrideBps,
      ...(wallet === '' || wallet === spv?.providerExternalId ? {} : { providerExternalId: wallet }),
    });
    if (saved) onDone(saved);
  };
  const title = spv ? editOf(spv.name) : t.newSpv;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        label={title}
        onSubmit={() => void submit()}
        error={saving.error}
        action={
          <>
            <Button
              type="submit"
              look="primary"
              isRunning={saving.isRunning}
              disabled={name.trim() === '' || vatOverrideBps === undefined}
            >
              {save}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <Field label={nameWord} value={name} onInput={setName} maxLength={200} isRequired fault={faultOf(saving.error, 'name')} />
        <Field
          label={countryWord}
          value={country}
          // Border: the choices are those of the contract.
          onInput={(value) => setCountry(value as NewSpv['country'])}
          choices={(countries.data ?? [country]).map((value) => ({ value, label: value }))}
          fault={faultOf(saving.error, 'country')}
        />
        <Field
          label={t.walletId}
          value={account}
          onInput={setAccount}
          maxLength={100}
          isDisabled={isFixed}
          hint={isFixed ? t.walletFixed : t.walletHint}
          fault={faultOf(saving.error, 'providerExternalId')}
        />
        <Field
          label={t.vat}
          value={vat}
          onInput={setVat}
          unit="%"
          inputMode="decimal"
          hint={t.vatHint}
          fault={vatOverrideBps === undefined ? t.badPercent : faultOf(saving.error, 'vatOverrideBps')}
        />
      </Form>
    </Dialog>
  );
}

function vatText(bps: number | null): string {
  return bps === null ? '' : String(bps / 100).replace('.', ',');
}

/** Basis points of a typed percentage; null for none, undefined for what is no percentage. */
function vatOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100 ? Math.round(Number(text) * 100) : undefined;
}
