// What somebody has typed or ticked before the script of the page ran, as on a slow connection: the form that takes the fields over gets it.

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** To be called before the page is taken over; what it answers is to be called afterwards. */
export function rememberTyped(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll<Typed>('input, textarea, select')].flatMap((field) => {
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      return field.checked === field.defaultChecked ? [] : [() => field.checked === field.defaultChecked && field.click()];
    const { value } = field;
    return value === drawnIn(field) ? [] : [() => type(field, value)];
  });
  return () => {
    for (const again of typed) again();
  };
}

/** The value that the server has drawn. */
function drawnIn(field: Typed): string | undefined {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value;
}

function type(field: Typed, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
