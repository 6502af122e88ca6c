// How the owner pays, by wire or by direct debit with a mandate; and computing the schedule again.

import { useState } from 'preact/hooks';
import type { PaymentMode } from '../../../../clients/typescript/src/index.ts';
import { month } from '../../../core/format.ts';
import { useQuery } from '../../../core/query.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice, Refusal } from '../../../design/feedback.tsx';
import { Field, Form } from '../../../design/form.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import { type ChangeProps, useDone } from './change.ts';
import { scheduleWords } from './words.ts';

export function PaymentModeCard({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const { config } = schedule;
  const { spvId } = project;
  const [mode, setMode] = useState(config.paymentMode);
  const [chosen, setMandate] = useState(config.providerMandateId === null ? '' : String(config.providerMandateId));
  const [dayOfMonth, setDay] = useState(config.dayOfMonth === null ? '' : String(config.dayOfMonth));
  const mandates = useQuery(['mandates', spvId, mode], async (signal) =>
    spvId === null || mode === 'wire' ? [] : mortar.listSddMandates({ path: { id: spvId }, signal }),
  );
  const usable = (mandates.data ?? []).filter(({ status }) => status === 'usable');
  const mandate = chosen === '' ? String(usable[0]?.id ?? '') : chosen;
  const body: PaymentMode = {
    ...(mode === 'wire' ? { paymentMode: 'wire' } : { paymentMode: 'directDebit', providerMandateId: Number(mandate) }),
    ...(dayOfMonth === '' ? {} : { dayOfMonth: Number(dayOfMonth) }),
  };
  const saving = useDone(() => mortar.setPaymentMode({ path: { projectId: project.id }, body }), reload);
  const isReady = mode === 'wire' || mandate !== '';
  return (
    <div class="card">
      <h3>{t.paymentMode}</h3>
      <Form
        label={t.paymentMode}
        onSubmit={() => void saving.run()}
        error={saving.error}
        action={
          <Button type="submit" isRunning={saving.isRunning} disabled={!isReady}>
            {t.saveMode}
          </Button>
        }
      >
        <Field
          label={t.mode}
          value={mode}
          onInput={(value) => setMode(value === 'wire' ? 'wire' : 'directDebit')}
          choices={Object.entries(t.modes).map(([value, label]) => ({ value, label }))}
        />
        {mode === 'directDebit' && usable.length > 0 && (
          <Field
            label={t.mandate}
            value={mandate}
            onInput={setMandate}
            choices={usable.map(({ id, iban, holder }) => ({ value: String(id), label: t.mandateOf(iban.slice(-4), holder) }))}
          />
        )}
        {mode === 'directDebit' && mandates.data && usable.length === 0 && <p class="hint">{t.noMandate}</p>}
        <Refusal error={mandates.error} />
        <Field label={t.dayOfMonth} value={dayOfMonth} onInput={setDay} inputMode="numeric" hint={t.dayHint} />
        {saving.result && (
          <Notice tone="good" isLive>
            {t.saved}
          </Notice>
        )}
      </Form>
    </div>
  );
}

export function RecomputeCard({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const [period, setPeriod] = useState(
    schedule.echeances.find(({ status }) => status === 'unpaid')?.period ?? schedule.echeances[0]?.period ?? '',
  );
  const [isOpen, setOpen] = useState(false);
  const computing = useDone(
    (once) => mortar.recomputeSchedule({ path: { propertyId: project.id }, body: { period }, ...once }),
    () => {
      setOpen(false);
      reload();
    },
  );
  return (
    <div class="card">
      <h3>{t.recompute}</h3>
      <p class="soft">{t.recomputeText}</p>
      <Field
        label={t.recomputeFrom}
        value={period}
        onInput={setPeriod}
        choices={schedule.echeances.map((row) => ({ value: row.period, label: month(row.period) }))}
      />
      <div class="card-foot">
        <Button onClick={() => setOpen(true)}>{t.recomputeButton}</Button>
      </div>
      {isOpen && (
        <Dialog
          title={t.recomputeTitle}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.cancel}</Button>
              <Button look="danger" isRunning={computing.isRunning} onClick={() => void computing.run()}>
                {t.recomputeConfirm(month(period))}
              </Button>
            </>
          }
        >
          <p>{t.recomputeText}</p>
          <Refusal error={computing.error} />
        </Dialog>
      )}
    </div>
  );
}
