// Filters of a list that an administrator keeps under a name: chips that open them, and the button that keeps what is asked for now.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { MortarError, type SavedFilter } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { listWords } from './list-words.ts';

export function SavedFilters() {
  const t = listWords.value;
  const { path, query } = useLocation();
  const [isSaving, setSaving] = useState(false);
  const { data, error, reload } = useQuery(['saved-filters', path], (signal) =>
    mortar.listSavedFilters({ query: { page: path }, signal }),
  );
  const asked = narrowing(query);
  const filters = data?.items ?? [];
  return (
    <div class="saved-filters">
      <Button look="quiet" disabled={asked === ''} title={asked === '' ? t.nothing : undefined} onClick={() => setSaving(true)}>
        {t.save}
      </Button>
      {filters.length > 0 && (
        <nav class="chips" aria-label={t.saved}>
          {filters.map((filter) => (
            <Chip key={filter.id} filter={filter} href={`${path}?${filter.query}`} asked={asked} onForgotten={reload} />
          ))}
        </nav>
      )}
      <Refusal error={error} retry={reload} />
      {isSaving && (
        <SaveDialog
          page={path}
          query={asked}
          taken={filters.map(({ name }) => name)}
          onSaved={() => {
            setSaving(false);
            reload();
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

/** Names of what is searched for, of people and their accounts, and of the record that is open over the list: the API keeps none of them. */
const NOT_KEPT = ['id', 'search', 'email', 'account', 'target'];

/** What else narrows and sorts the list, in one order. */
function narrowing(query: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(Object.entries(query).filter(([name, value]) => value !== '' && !NOT_KEPT.includes(name)));
  params.sort();
  return params.toString();
}

type ChipProps = { filter: SavedFilter; href: string; asked: string; onForgotten: () => void };

function Chip({ filter: { id, name, query }, href, asked, onForgotten }: ChipProps) {
  const forgetting = useAction(async () => {
    try {
      await mortar.removeSavedFilter({ path: { savedFilterId: id } });
    } catch (error) {
      // Removed elsewhere meanwhile, it is gone as well.
      if (!(error instanceof MortarError) || error.status !== 404) throw error;
    }
    onForgotten();
    return 'gone';
  });
  return (
    <span class="saved-filter">
      <a href={href} aria-current={query === asked ? 'true' : undefined}>
        {name}
      </a>
      <Button
        look="quiet"
        icon="close"
        iconOnly
        needs={null}
        isRunning={forgetting.isRunning}
        onClick={() => void forgetting.run()}
      >
        {listWords.value.forget(name)}
      </Button>
      <Refusal error={forgetting.error} />
    </span>
  );
}

/** `taken`: the names under which another one is replaced. */
type SaveProps = { page: string; query: string; taken: readonly string[]; onSaved: () => void; onClose: () => void };

function SaveDialog({ page, query, taken, onSaved, onClose }: SaveProps) {
  const t = listWords.value;
  const [name, setName] = useState('');
  const saving = useAction(async (_once, typed: string) => {
    const saved = await mortar.saveFilter({ body: { page, name: typed, query } });
    onSaved();
    return saved;
  });
  return (
    <Dialog title={t.save} onClose={onClose}>
      <Form
        onSubmit={() => void saving.run(name.trim())}
        error={saving.error}
        action={
          <>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
            <Button type="submit" look="primary" needs={null} isRunning={saving.isRunning} disabled={name.trim() === ''}>
              {taken.includes(name.trim()) ? t.replace : t.keep}
            </Button>
          </>
        }
      >
        <Field
          label={t.name}
          hint={t.saveText}
          value={name}
          onInput={setName}
          maxLength={60}
          isRequired
          autoFocus
          autoComplete="off"
          fault={faultOf(saving.error, 'name')}
        />
      </Form>
    </Dialog>
  );
}
