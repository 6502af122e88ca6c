// The steps of the identity, one under the other, with what is done and what is now.

import type { Onboarding } from '../../../clients/typescript/src/index.ts';
import { Icon, type IconName } from '../../design/icons.tsx';
import { identityWords } from './identity-words.ts';

type Step = Onboarding['steps'][number];

const ICONS: Readonly<Record<Step['status'], IconName | null>> = { done: 'check', now: 'clock', later: null, stopped: 'warning' };

export function Path({ steps }: { steps: readonly Step[] }) {
  const t = identityWords.value;
  const todo: Partial<Record<Step['step'], string>> = t.todo;
  return (
    <ol class="path" aria-label={t.path}>
      {steps.map(({ step, status }) => {
        const icon = ICONS[status];
        return (
          <li key={step} class={status} aria-current={status === 'now' ? 'step' : undefined}>
            <span class="path-mark" aria-hidden="true">
              {icon && <Icon name={icon} />}
            </span>
            <span>
              {t.steps[step]}
              {status === 'now' && todo[step] && <span class="path-todo soft small">{todo[step]}</span>}
            </span>
            <span class="soft small">{t.statuses[status]}</span>
          </li>
        );
      })}
    </ol>
  );
}
