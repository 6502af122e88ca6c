// The yearly update of all prices by a spreadsheet: tried first, with old and new prices, then written.

import { useState } from 'preact/hooks';
import type { YearlyUpdateResult } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { euros } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice, Refusal } from '../../../design/feedback.tsx';
import { designWords } from '../../../design/words.ts';
import { mortar } from '../../core/api.ts';
import { royaltyWords } from './words.ts';

export function YearlyUpdateDialog({ onClose }: { onClose: () => void }) {
  const t = royaltyWords.value;
  const [file, setFile] = useState<File>();
  const trial = useAction((_once, tried: File) => mortar.uploadYearlyUpdate({ body: { file: tried }, query: { dryRun: true } }));
  const update = useAction((once, tried: File) => mortar.uploadYearlyUpdate({ body: { file: tried }, ...once }));
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    trial.reset();
    update.reset();
    if (chosen) void trial.run(chosen);
  };
  const isWritten = update.result !== undefined;
  return (
    <Dialog
      title={t.yearly}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{isWritten ? t.close : designWords.value.cancel}</Button>
          {!isWritten && (
            <Button
              look="primary"
              isRunning={update.isRunning}
              disabled={file === undefined || trial.result === undefined}
              onClick={() => file && void update.run(file)}
            >
              {t.write}
            </Button>
          )}
        </>
      }
    >
      <p>{t.yearlyText}</p>
      <p>
        <a href="/administration/property/yearly-financial-update/template">{t.template}</a>
      </p>
      <label class="field">
        {t.sheet}
        <input
          type="file"
          accept=".xlsx"
          disabled={trial.isRunning || update.isRunning || isWritten}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </label>
      <Refusal error={update.error ?? trial.error} />
      {trial.result && <Changes {...trial.result} />}
      {update.result && (
        <Notice tone="good" isLive>
          {t.written(String(update.result.updates.length))}
        </Notice>
      )}
    </Dialog>
  );
}

function Changes({ updates, previous }: Pick<YearlyUpdateResult, 'updates' | 'previous'>) {
  const t = royaltyWords.value;
  return (
    <table class="table">
      <caption>{t.tried}</caption>
      <thead>
        <tr>
          <th scope="col">{t.project}</th>
          <th scope="col">{t.year}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {updates.map(({ propertyId, year, brickPriceCents }, index) => (
          <tr key={`${propertyId} ${year}`}>
            <td>
              <code>{propertyId.slice(0, 8)}</code>
            </td>
            <td>{year}</td>
            <td>{euros(previous[index]?.brickPriceCents ?? 0)}</td>
            <td>{euros(brickPriceCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
