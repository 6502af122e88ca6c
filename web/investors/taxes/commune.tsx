// A commune of France, found by its postcode or its name.

import type { NamedCommune } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { taxWords } from './words.ts';

/** What stands in the field, and the commune that it was found to be. */
export type CommuneChoice = { typed: string; chosen: NamedCommune | null };

type CommuneProps = {
  label: string;
  choice: CommuneChoice;
  onChoice: (choice: CommuneChoice) => void;
  fault: string | undefined;
  /** Those that have ceased count too. */
  isOfBirth?: boolean;
};

export function Commune({ label, choice, onChoice, fault, isOfBirth = false }: CommuneProps) {
  const t = taxWords.value;
  const { typed, chosen } = choice;
  const find = useAction((_once, search: string) => mortar.searchCommunes({ query: { search } }));
  const found = (find.result ?? []).filter(({ isCurrent }) => isOfBirth || isCurrent);
  const search = async () => {
    const answer = (await find.run(typed.trim())) ?? [];
    const [first] = answer.filter(({ isCurrent }) => isOfBirth || isCurrent);
    onChoice({ typed, chosen: first ? { code: first.code, name: first.name } : null });
  };
  /** Another text is another commune: what was found before is not what is sent. */
  const retype = (text: string) => {
    find.reset();
    onChoice({ typed: text, chosen: null });
  };
  return (
    <fieldset class="commune">
      <legend class="out-of-sight">{label}</legend>
      <Field label={label} value={typed} onInput={retype} hint={t.communeHint} fault={fault} autoComplete="off" />
      <p>
        <Button isRunning={find.isRunning} disabled={typed.trim().length < 2} onClick={() => void search()}>
          {t.search}
        </Button>
      </p>
      <Refusal error={find.error} />
      {find.result && found.length === 0 && <p class="soft">{t.communeNone}</p>}
      {found.length > 0 && (
        <Field
          label={t.communeFound}
          value={chosen?.code ?? ''}
          onInput={(code) => {
            const picked = found.find((each) => each.code === code);
            onChoice({ typed, chosen: picked ? { code: picked.code, name: picked.name } : null });
          }}
          choices={found.map(({ code, name, postcodes }) => ({
            value: code,
            label: `${name} (${postcodes[0] ?? code})`,
          }))}
        />
      )}
    </fieldset>
  );
}
