// Language and appearance: two small groups of choices, kept on this machine.

import { useId } from 'preact/hooks';
import { type Language, language } from '../../core/language.ts';
import { type Theme, theme } from '../../core/theme.ts';
import { shellWords } from './words.ts';

type SwitchProps<V extends string> = {
  label: string;
  value: V;
  choices: readonly { value: V; label: string; lang?: string }[];
  onChange: (value: V) => void;
};

function Switch<V extends string>({ label, value, choices, onChange }: SwitchProps<V>) {
  const name = useId();
  return (
    <fieldset class="switch">
      <legend class="out-of-sight">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} lang={choice.lang}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const LANGUAGES: readonly { value: Language; label: string; lang: string }[] = [
  { value: 'fr', label: 'Français', lang: 'fr' },
  { value: 'en', label: 'English', lang: 'en' },
];

export function LanguageSwitch() {
  const choose = (value: Language) => {
    language.value = value;
  };
  return <Switch label={shellWords.value.language} value={language.value} choices={LANGUAGES} onChange={choose} />;
}

export function ThemeSwitch() {
  const { theme: label, themes } = shellWords.value;
  const choices = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: themes[value] }));
  const choose = (value: Theme) => {
    theme.value = value;
  };
  return <Switch label={label} value={theme.value} choices={choices} onChange={choose} />;
}
