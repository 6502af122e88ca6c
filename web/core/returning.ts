// Going back in the history: the rows that were shown there, how far down, and the link that was followed are there again.

/** How many lists are kept, the newest. */
const MOST_LISTS = 30;
const WAIT_MS = 3_000;
const BREAKERS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const lists = new Map<string, unknown>();
const tops = new Map<string, number>();
/** The address that the history led back to, while the page is there. */
let returnedTo: string | undefined;
let wantedTop = 0;
/** Empty where pages are drawn without a browser. */
let here = typeof location === 'undefined' ? '' : location.href;

/** Keeps what a list shows, under its name. */
export function keepList(name: string, shown: unknown): void {
  lists.delete(name);
  lists.set(name, shown);
  const [oldest] = lists.keys();
  if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
}

/** What the list of this name showed, after going back to it; undefined on a new visit. */
export function listBefore(name: string): unknown {
  return returnedTo !== undefined && returnedTo === location.href ? lists.get(name) : undefined;
}

/** Follows the history from now on. Call once. */
export function watchHistory(): void {
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    returnedTo = location.href;
    wantedTop = tops.get(location.href) ?? 0;
  });
  const keepTop = () => tops.set(location.href, scrollY);
  addEventListener('scroll', keepTop, { passive: true });
  // A page that was just scrolled says so with its next frame, and a link may be followed before that.
  addEventListener('click', keepTop, { capture: true });
}

/**
 * Called with every new address once its page is drawn. Where the history led back, the page scrolls to where it was and gives the
 * focus to the link that was followed from there. Returns whether it did.
 */
export function arrive(): boolean {
  const from = new URL(here);
  here = location.href;
  if (returnedTo !== here) {
    returnedTo = undefined;
    return false;
  }
  scrollOnceItFits(wantedTop);
  const followed = document.querySelector<HTMLElement>(`#content a[href="${CSS.escape(from.pathname + from.search)}"]`);
  (followed ?? document.getElementById('content'))?.focus({ preventScroll: true });
  return true;
}

/** What is shown there may still load; a user who scrolls meanwhile stays there. */
function scrollOnceItFits(top: number): void {
  const fits = () => document.documentElement.scrollHeight - innerHeight >= top;
  const grown = new ResizeObserver(() => {
    if (fits()) end();
  });
  const leave = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const name of BREAKERS) removeEventListener(name, leave);
  };
  const end = () => {
    leave();
    scrollTo(0, top);
  };
  const timer = setTimeout(end, WAIT_MS);
  for (const name of BREAKERS) addEventListener(name, leave);
  grown.observe(document.body);
}
