// The advantages of a property: a title and a text each, added and removed.

import { Button } from '../../../design/button.tsx';
import { Field, faultOf } from '../../../design/form.tsx';
import { type AdvantageDraft, nextKey, type Shown } from './shown.ts';
import { shownWords } from './shown-words.ts';

type Props = {
  value: Shown['advantages'];
  onChange: (value: Shown['advantages']) => void;
  isDisabled: boolean;
  error: unknown;
};

export function Advantages({ value, onChange, isDisabled, error }: Props) {
  const t = shownWords.value;
  const change = (key: number, changes: Partial<AdvantageDraft>) =>
    onChange(value.map((advantage) => (advantage.key === key ? { ...advantage, ...changes } : advantage)));
  return (
    <div class="repeated">
      {value.map(({ key, title, description }, index) => (
        <fieldset key={key} class="repeated-row">
          <legend class="out-of-sight">{t.advantage(index + 1)}</legend>
          <div class="repeated-fields">
            <Field
              label={t.advantageTitle}
              value={title}
              isDisabled={isDisabled}
              fault={faultOf(error, `advantages.${index}.title`)}
              onInput={(text) => change(key, { title: text })}
            />
            <Field
              label={t.advantageText}
              value={description}
              lines={2}
              isDisabled={isDisabled}
              fault={faultOf(error, `advantages.${index}.description`)}
              onInput={(text) => change(key, { description: text })}
            />
          </div>
          <Button
            look="quiet"
            icon="close"
            iconOnly
            disabled={isDisabled}
            onClick={() => onChange(value.filter((advantage) => advantage.key !== key))}
          >
            {t.removeAdvantage(index + 1)}
          </Button>
        </fieldset>
      ))}
      <p>
        <Button disabled={isDisabled} onClick={() => onChange([...value, { key: nextKey(value), title: '', description: '' }])}>
          {t.addAdvantage}
        </Button>
      </p>
    </div>
  );
}
