// Keys that are commands: j, k, t, /.

/** True where a key is a letter and no command. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=range]), textarea, select, dialog, [contenteditable]') !== null
  );
}
