// Choosing a project that a payment may be for, by a part of its name.

import { useState } from 'preact/hooks';
import { useQuery } from '../../core/query.ts';
import { Combobox } from '../../design/combobox.tsx';
import { mortar } from '../core/api.ts';
import { assignWords } from './assign-words.ts';

/** As many as a list shows without scrolling for long; typing on finds the others. */
const CHOICES = 20;

export type EligibleProject = { id: string; name: string };

/** The project of this id where a payment may be for it, else the first one of which that is true; null where there is none. */
export function useEligible(projectId: string | undefined) {
  return useQuery(['eligible', projectId ?? ''], async (signal): Promise<EligibleProject | null> => {
    const find = (search: string) => mortar.listEligibleProjects({ query: { limit: 1, ...(search && { search }) }, signal });
    const [asked] = projectId ? await find(projectId) : [];
    return asked ?? (await find(''))[0] ?? null;
  });
}

type Props = {
  label: string;
  chosen: EligibleProject | undefined;
  onChange: (project: EligibleProject | undefined) => void;
  /** One that is no choice here. */
  except?: string | undefined;
};

export function ProjectField({ label, chosen, onChange, except }: Props) {
  const [known] = useState(() => new Map<string, string>());
  const search = async (text: string, signal: AbortSignal) => {
    // One more, for the one that is left out.
    const query = { limit: CHOICES + 1, ...(text === '' ? {} : { search: text }) };
    const found = (await mortar.listEligibleProjects({ query, signal })).filter(({ id }) => id !== except);
    for (const { id, name } of found) known.set(id, name);
    return found.slice(0, CHOICES).map(({ id, name }) => ({ value: id, label: name }));
  };
  return (
    <Combobox
      label={label}
      value={chosen?.id ?? ''}
      none={assignWords.value.choose}
      search={search}
      labelOf={async () => chosen?.name ?? ''}
      onChange={(id) => onChange(id === '' ? undefined : { id, name: known.get(id) ?? '' })}
    />
  );
}
