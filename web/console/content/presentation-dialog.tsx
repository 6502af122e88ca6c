// The presentation of a project owner, new or changed.

import { useState } from 'preact/hooks';
import type { Presentation, PresentationContent } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { formWords } from './form-words.ts';
import { contentWords } from './words.ts';

type Props = {
  presentation: Presentation | undefined;
  onClose: () => void;
  onDone: (presentation: { id: string }) => void;
};

export function PresentationDialog({ presentation, onClose, onDone }: Props) {
  const t = formWords.value;
  const { name: nameWord, description: descriptionWord, save, editOf } = contentWords.value;
  const [name, setName] = useState(presentation?.json.name ?? '');
  const [description, setDescription] = useState(presentation?.json.description ?? '');
  const [picture, setPicture] = useState(presentation?.json.profilePictureUrl ?? '');
  const saving = useAction((once, body: PresentationContent) =>
    presentation
      ? mortar.updatePresentation({ path: { projectOwnerPresentationId: presentation.id }, body })
      : mortar.createPresentation({ body, ...once }),
  );
  const submit = async () => {
    const profilePictureUrl = picture.trim();
    const saved = await saving.run({
      name: name.trim(),
      description: description.trim(),
      ...(profilePictureUrl === '' ? {} : { profilePictureUrl }),
    });
    if (saved) onDone(saved);
  };
  const title = presentation ? editOf(presentation.json.name) : t.newPresentation;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        label={title}
        onSubmit={() => void submit()}
        error={saving.error}
        action={
          <>
            <Button
              type="submit"
              look="primary"
              isRunning={saving.isRunning}
              disabled={name.trim() === '' || description.trim() === ''}
            >
              {save}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <Field
          label={nameWord}
          value={name}
          onInput={setName}
          maxLength={200}
          isRequired
          hint={t.presentationNameHint}
          fault={faultOf(saving.error, 'name')}
        />
        <Field
          label={descriptionWord}
          value={description}
          onInput={setDescription}
          maxLength={10_000}
          lines={6}
          isRequired
          fault={faultOf(saving.error, 'description')}
        />
        <Field
          label={t.picture}
          value={picture}
          onInput={setPicture}
          hint={t.pictureHint}
          fault={faultOf(saving.error, 'profilePictureUrl')}
        />
      </Form>
    </Dialog>
  );
}
