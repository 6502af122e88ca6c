// Where the keyboard goes on: after a dialog, and when what had the focus is no longer on the page.

/** What had the focus before, where it still takes one; else the page. Any other element that has it keeps it. */
export function giveFocusBack(before: Element | null): void {
  if (!isNowhere()) return;
  if (before instanceof HTMLElement && before.isConnected && before !== document.body && !before.matches(':disabled'))
    before.focus({ preventScroll: true });
  if (isNowhere()) content()?.focus({ preventScroll: true });
}

/** Gives the focus to the page whenever the element that had it is taken out of it. Returns how to stop. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const remember = (event: FocusEvent) => {
    if (event.target instanceof Element) last = event.target;
  };
  const removed = new MutationObserver(() => {
    if (last && !last.isConnected && document.activeElement === document.body) content()?.focus({ preventScroll: true });
  });
  addEventListener('focusin', remember);
  removed.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', remember);
    removed.disconnect();
  };
}

/** True on the page itself too, which has the focus when nothing on it has. */
function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === content();
}

function content(): HTMLElement | null {
  return document.getElementById('content');
}
