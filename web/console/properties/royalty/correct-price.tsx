// Corrects the newest yearly update of a property: what was typed wrong would stay for a year.

import { useState } from 'preact/hooks';
import type { BrickPrice } from '../../../../clients/typescript/src/index.ts';
import { centsOf } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../../design/form.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import { editWords } from '../edit/words.ts';
import { useDone } from '../schedule/change.ts';
import { royaltyWords } from './words.ts';

const FIELDS = ['brickPriceCents', 'revenuePerBrickCents'] as const;

/** The button; nothing for a price of the publication, which stays. */
export function CorrectPrice({ propertyId, newest, reload }: { propertyId: string; newest: BrickPrice; reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  if (newest.year === null) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{royaltyWords.value.correct}</Button>
      {isOpen && <CorrectDialog propertyId={propertyId} newest={newest} year={newest.year} reload={reload} close={close} />}
    </>
  );
}

type Props = { propertyId: string; newest: BrickPrice; year: number; reload: () => void; close: () => void };

function CorrectDialog({ propertyId, newest, year, reload, close }: Props) {
  const t = royaltyWords.value;
  const [typed, setTyped] = useState({
    brickPriceCents: written(newest.priceCents),
    revenuePerBrickCents: written(newest.revenuePerBrickCents ?? 0),
  });
  const price = centsOf(typed.brickPriceCents);
  const revenue = centsOf(typed.revenuePerBrickCents);
  const body = { year, brickPriceCents: price ?? 0, revenuePerBrickCents: revenue ?? 0 };
  const saving = useDone(
    () => mortar.correctBrickPrice({ path: { propertyId }, body }),
    () => {
      close();
      reload();
    },
  );
  const title = t.correctOf(String(year));
  return (
    <Dialog title={title} onClose={close}>
      <p>{t.correctText}</p>
      <Form
        label={title}
        onSubmit={() => void saving.run()}
        error={saving.error}
        action={
          <>
            <Button
              type="submit"
              look="primary"
              isRunning={saving.isRunning}
              disabled={price === undefined || revenue === undefined}
            >
              {t.correct}
            </Button>
            <Button onClick={close}>{designWords.value.cancel}</Button>
          </>
        }
      >
        {FIELDS.map((name) => (
          <Field
            key={name}
            label={name === 'brickPriceCents' ? t.price : t.revenue}
            value={typed[name]}
            unit="€"
            inputMode="decimal"
            fault={centsOf(typed[name]) === undefined ? editWords.value.badNumber : faultOf(saving.error, name)}
            onInput={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
      </Form>
    </Dialog>
  );
}

function written(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
