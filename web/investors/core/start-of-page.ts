// Where reading begins: at the top of a page that is moved to, and of what takes the place of a form under the same address.

import { useEffect, useRef } from 'preact/hooks';

/** Whenever `shown` changes, the window is at its top, from where a screen reader goes on too. */
export function useStartOfPage(shown: string): void {
  const last = useRef(shown);
  useEffect(() => {
    if (last.current !== shown) {
      document.getElementById('content')?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    last.current = shown;
  }, [shown]);
}
