// The keys that are commands, on one sheet: `?` opens it on every page.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { words } from '../../core/language.ts';
import { Button } from '../../design/button.tsx';
import { CloseButton, Dialog } from '../../design/dialog.tsx';
import { isTyping } from '../../design/keys.ts';

export const shortcutWords = words(
  {
    title: 'Raccourcis clavier',
    open: 'Raccourcis clavier (?)',
    or: 'ou',
    keys: {
      search: 'Chercher un enregistrement ou une page',
      first: 'Ouvrir le premier résultat, la ligne choisie',
      rows: 'Ligne suivante, précédente',
      chart: 'Montrer un graphique comme tableau',
      assign: 'Sur un virement : relire l’affectation',
      confirm: 'Dans ce dialogue : confirmer',
      close: 'Fermer le dialogue',
      sheet: 'Cette liste',
    },
    enter: 'Entrée',
    space: 'Espace',
    escape: 'Échap',
  },
  {
    title: 'Keyboard shortcuts',
    open: 'Keyboard shortcuts (?)',
    or: 'or',
    keys: {
      search: 'Search a record or a page',
      first: 'Open the first hit, the chosen row',
      rows: 'Next row, previous row',
      chart: 'Show a chart as a table',
      assign: 'On a wire: look through its assignment',
      confirm: 'In that dialog: confirm',
      close: 'Close the dialog',
      sheet: 'This list',
    },
    enter: 'Enter',
    space: 'Space',
    escape: 'Esc',
  },
);

const isOpen = signal(false);

export function ShortcutsButton() {
  return (
    <Button look="quiet" needs={null} onClick={() => (isOpen.value = true)}>
      {shortcutWords.value.open}
    </Button>
  );
}

/** Opens on `?`, unless somebody types or a dialog has the keyboard. */
export function ShortcutsSheet() {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      isOpen.value = true;
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return isOpen.value ? <Sheet onClose={() => (isOpen.value = false)} /> : null;
}

function Sheet({ onClose }: { onClose: () => void }) {
  const t = shortcutWords.value;
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['/', 'Ctrl K'], t.keys.search],
    [[t.enter], t.keys.first],
    [['j', 'k'], t.keys.rows],
    [['t'], t.keys.chart],
    [['a'], t.keys.assign],
    [[t.space], t.keys.confirm],
    [[t.escape], t.keys.close],
    [['?'], t.keys.sheet],
  ];
  return (
    <Dialog title={t.title} onClose={onClose} isClosedByFoot foot={<CloseButton onClose={onClose} />}>
      <dl class="shortcuts">
        {rows.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key, index) => (
                <>
                  {index > 0 && <span class="soft"> {t.or} </span>}
                  <kbd key={key}>{key}</kbd>
                </>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
