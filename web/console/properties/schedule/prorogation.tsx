// A prorogation: a slider for the new duration, the rate, and the schedule as it would become.

import { useState } from 'preact/hooks';
import { useQuery } from '../../../core/query.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Refusal } from '../../../design/feedback.tsx';
import { Field } from '../../../design/form.tsx';
import { Slider } from '../../../design/slider.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import { type ChangeProps, useDone } from './change.ts';
import { Comparison } from './comparison.tsx';
import { Removal } from './removal.tsx';
import { useSettled } from './settled.ts';
import { scheduleWords } from './words.ts';

/** How far the slider goes beyond the present duration. */
const MORE_MONTHS = 24;

export function ProrogationCard({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const { currentDurationInMonths: now } = schedule;
  const path = { propertyId: project.id };
  const [duration, setDuration] = useState(now);
  const [rate, setRate] = useState('');
  const [isOpen, setOpen] = useState(false);
  const percentage = rate.trim() === '' ? undefined : Number(rate.replace(',', '.'));
  const body = {
    durationInMonths: duration,
    ...(percentage === undefined || Number.isNaN(percentage) ? {} : { interestRateDuringProrogation: percentage }),
  };
  const settled = useSettled(body);
  const after = useQuery(['prorogation', project.id, settled, now], async (signal) =>
    settled.durationInMonths === now ? undefined : mortar.simulateProrogation({ path, body: settled, signal }),
  );
  const prorogation = useDone(
    (once) => mortar.prorogateSchedule({ path, body, ...once }),
    () => {
      setOpen(false);
      reload();
    },
  );
  return (
    <div class="card">
      <h3>{t.prorogation}</h3>
      <p class="soft">{t.prorogationText}</p>
      <Slider
        label={t.newDuration}
        value={duration}
        onInput={setDuration}
        least={now}
        most={now + MORE_MONTHS}
        write={t.months}
      />
      <Field label={t.newRate} value={rate} onInput={setRate} inputMode="decimal" unit="%" hint={t.newRateHint} />
      {duration > now && <Comparison before={schedule} after={after} />}
      <div class="card-foot">
        <Button disabled={duration === now || !after.data} onClick={() => setOpen(true)}>
          {t.prorogate(t.months(duration))}
        </Button>
        <RemoveProrogation {...{ project, schedule, reload }} />
      </div>
      {isOpen && (
        <Dialog
          title={t.prorogateTitle}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.cancel}</Button>
              <Button look="primary" isRunning={prorogation.isRunning} onClick={() => void prorogation.run()}>
                {t.prorogate(t.months(duration))}
              </Button>
            </>
          }
        >
          <p>{t.prorogateText(t.months(now), t.months(duration))}</p>
          <Refusal error={prorogation.error} />
        </Dialog>
      )}
    </div>
  );
}

/** Of the newest one: the schedule is then as long as the one before it, or as the contract says. */
function RemoveProrogation({ project, schedule, reload }: ChangeProps) {
  const t = scheduleWords.value;
  const { prorogations, durationInMonths } = schedule.config;
  if (prorogations.length === 0) return null;
  const after = prorogations.at(-2)?.durationInMonths ?? durationInMonths;
  return (
    <Removal
      label={t.removeProrogation}
      title={t.removeProrogationTitle}
      remove={(once) => mortar.removeProrogation({ path: { propertyId: project.id }, ...once })}
      then={reload}
    >
      {t.removeProrogationText(t.months(schedule.currentDurationInMonths), t.months(after))}
    </Removal>
  );
}
