// The number beside a page or a tab: how many things wait there. It opens exactly these.

import { useLocation } from 'preact-iso/router';
import { to } from '../addresses.ts';
import { countAt, type WaitingPlace } from '../today/kinds.ts';
import { todayWords } from '../today/words.ts';

/** Draws nothing where nothing waits. A button, so that the link beside it stays the only one of the name of its page. */
export function CountOf({ place, name }: { place: WaitingPlace; name: string }) {
  const { route } = useLocation();
  const count = countAt(place);
  if (count === 0) return null;
  const says = todayWords.value.waitsAt(count, name);
  return (
    <button type="button" class="count" onClick={() => route(to.waitingAt(place))} aria-label={says} title={says}>
      {count}
    </button>
  );
}
