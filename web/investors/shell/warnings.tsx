// Bands that appear while a page stands: no connection, a new version of the site.

import { signal } from '@preact/signals';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { shellWords } from './words.ts';

const LOOK_EVERY_MS = 300_000;

const isOffline = signal(false);
const isOutdated = signal(false);

export function Offline() {
  return (
    <div role="status">
      {isOffline.value && (
        <p class="band offline">
          <Icon name="warning" />
          <span>{shellWords.value.offline}</span>
        </p>
      )}
    </div>
  );
}

export function NewVersion() {
  return (
    <div role="status">
      {isOutdated.value && (
        <p class="band">
          <Icon name="clock" />
          <span>{shellWords.value.newVersion}</span>
          <Button look="quiet" onClick={() => location.reload()}>
            {shellWords.value.reload}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Watches both from now on; `script` is the address of the one that runs. */
export function watchSurroundings(script: string): void {
  const tell = () => {
    isOffline.value = !navigator.onLine;
  };
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
  const look = () => void compareVersion(script).catch(() => {});
  setInterval(look, LOOK_EVERY_MS);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

/** A script that is named otherwise is another version. */
async function compareVersion(script: string): Promise<void> {
  if (isOutdated.value || !navigator.onLine) return;
  const answer = await fetch('/assets/version.txt');
  if (answer.ok) isOutdated.value = (await answer.text()).trim() !== script;
}
