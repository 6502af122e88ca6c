// Bands that appear while a page stands: the payment provider is down, there is no connection, there is a new version of the console.

import { signal } from '@preact/signals';
import { dayAndTime } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { hasPage, to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { shellWords } from './words.ts';

const ASK_PROVIDER_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 300_000;

const isOffline = signal(false);
const isOutdated = signal(false);

export function ProviderDown() {
  const t = shellWords.value;
  const { data } = useQuery(['provider-health'], (asked) => mortar.readProviderHealth({ signal: asked }), {
    pollMs: ASK_PROVIDER_EVERY_MS,
  });
  const health = to.operations('health');
  return (
    <div role="status">
      {data?.isDown && data.since !== null && (
        <p class="band bad">
          <Icon name="warning" />
          <span>{t.providerDown(dayAndTime(data.since))}</span>
          {hasPage(health) && <a href={health}>{t.toHealth}</a>}
        </p>
      )}
    </div>
  );
}

export function Offline() {
  return (
    <div role="status">
      {isOffline.value && (
        <p class="band bad">
          <Icon name="warning" />
          <span>{shellWords.value.offline}</span>
        </p>
      )}
    </div>
  );
}

export function NewVersion() {
  const t = shellWords.value;
  return (
    <div role="status">
      {isOutdated.value && (
        <p class="band">
          <Icon name="clock" />
          <span>{t.newVersion}</span>
          <Button look="quiet" needs={null} onClick={() => location.reload()}>
            {t.reload}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Watches connection and version from now on. */
export function watchSurroundings(): void {
  const tell = () => {
    isOffline.value = !navigator.onLine;
  };
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
  const look = () => void compareVersion().catch(() => {});
  setInterval(look, LOOK_EVERY_MS);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

/** The document names its script by what is in it: another name is another version. */
async function compareVersion(): Promise<void> {
  const script = document.querySelector('script[src]')?.getAttribute('src');
  if (!script || isOutdated.value || !navigator.onLine) return;
  const answer = await fetch('/console');
  if (answer.ok) isOutdated.value = !(await answer.text()).includes(script);
}
