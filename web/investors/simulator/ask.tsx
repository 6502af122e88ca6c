// What is simulated: common amounts as links, which work without script, and a form for any other.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { CatalogueProperty } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/form.tsx';
import { simulatorWords } from './words.ts';

/** `amountToFundCents`: of the whole project, beyond which nothing is computed. */
export type Choice = Pick<CatalogueProperty, 'id' | 'name' | 'amountToFundCents' | 'primaryMarketOpen' | 'availableBricks'>;

/** Euros. */
const COMMON = [100, 500, 1_000, 5_000] as const;

const addressOf = (project: string, amount: string) => `/simulator?${new URLSearchParams({ project, amount })}`;

/** `projects`: one is only named, more are a choice. */
export function AskSimulation({ projects, chosen, amount }: { projects: readonly Choice[]; chosen: string; amount: string }) {
  const t = simulatorWords.value;
  const wholeCents = projects.find(({ id }) => id === chosen)?.amountToFundCents ?? Number.POSITIVE_INFINITY;
  return (
    <div class="ask-simulation">
      <nav class="chips" aria-label={t.simulateWith}>
        {COMMON.filter((sum) => sum * 100 <= wholeCents).map((sum) => (
          <a key={sum} href={addressOf(chosen, String(sum))} aria-current={amount === String(sum) ? 'true' : undefined}>
            {euros(sum * 100, { digits: 0 })}
          </a>
        ))}
      </nav>
      <Other projects={projects} chosen={chosen} amount={amount} />
    </div>
  );
}

/** Shown once the script is there, in the room that is kept for it: the policy of the pages lets no form be sent without. */
function Other({ projects, chosen, amount }: { projects: readonly Choice[]; chosen: string; amount: string }) {
  const t = simulatorWords.value;
  const { route } = useLocation();
  const [isLive, setLive] = useState(false);
  const [project, setProject] = useState(chosen);
  const [typed, setTyped] = useState(amount);
  useEffect(() => setLive(true), []);
  const submit = (event: Event) => {
    event.preventDefault();
    route(addressOf(project, typed));
  };
  return (
    <form class={isLive ? undefined : 'not-live'} onSubmit={submit}>
      {projects.length > 1 && (
        <Field
          label={t.project}
          value={project}
          onInput={setProject}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Field label={t.amount} value={typed} onInput={setTyped} inputMode="decimal" autoComplete="off" unit="€" />
      <Button type="submit">{t.simulate}</Button>
    </form>
  );
}
