import { formatted, type Problem, type Values } from './card-rules.ts';
import { make } from './make.ts';
import { COUNTRIES, type Field, fieldsOf, NAMES } from './fields.ts';

type Handlers = { onChange: () => void; onFocus: () => void; onBlur: () => void; onEscape: () => void };
export type Accordion = ReturnType<typeof createAccordion>;

/** One section per way to pay, of which one is open. */
export function createAccordion(root: HTMLElement, types: string[], asksForAddress: boolean, handlers: Handlers) {
  let selected = types[0] ?? 'card';
  draw();

  return {
    selected: () => selected,
    values: (): Values => Object.fromEntries(inputs().map((input) => [input.name, input.value.trim()])),
    isEmpty: () => inputs().every((input) => input.value === '' || input instanceof HTMLSelectElement),
    show: (problems: Problem[]) => {
      for (const problem of problems) mark(problem.field, problem.message);
    },
    clear: draw,
    focus: () => inputs()[0]?.focus(),
    blur: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  };

  function draw(): void {
    root.replaceChildren(...types.map(section));
  }

  function section(type: string): HTMLElement {
    const isOpen = type === selected;
    const item = make('div', { className: 'item' });
    const head = make('button', { type: 'button', className: 'head', id: `${type}-tab` });
    head.setAttribute('aria-expanded', String(isOpen));
    head.append(make('span', { className: 'dot' }), NAMES[type] ?? type);
    head.addEventListener('click', () => select(type));
    item.append(head);
    if (isOpen) {
      const body = make('div', { className: 'body' });
      const fields = fieldsOf(type, asksForAddress);
      const note = fields.length > 0 ? 'No real card here: use one of Stripe’s test numbers.' : `${NAMES[type]} opens when you go on.`;
      body.append(make('p', { className: 'note', textContent: note }));
      body.append(...fields.map(row));
      item.append(body);
    }
    return item;
  }

  function select(type: string): void {
    selected = type;
    draw();
    document.getElementById(`${type}-tab`)?.focus();
    handlers.onChange();
  }

  function row(field: Field): HTMLElement {
    const id = `payment-${field.name}Input`;
    const line = make('div', { className: field.isWide ? 'wide' : '' });
    const input =
      field.name === 'country'
        ? countrySelect()
        : make('input', { placeholder: field.placeholder, inputMode: field.isNumeric ? 'numeric' : 'text' });
    Object.assign(input, { id, name: field.name, autocomplete: field.autocomplete });
    input.setAttribute('aria-describedby', `${id}-error`);
    input.addEventListener('input', () => changed(input));
    input.addEventListener('focus', handlers.onFocus);
    input.addEventListener('blur', handlers.onBlur);
    input.addEventListener('keydown', (event) => event instanceof KeyboardEvent && event.key === 'Escape' && handlers.onEscape());
    const error = make('p', { className: 'error', id: `${id}-error`, role: 'alert' });
    line.append(make('label', { htmlFor: id, textContent: field.label }), input, error);
    return line;
  }

  function changed(input: HTMLInputElement | HTMLSelectElement): void {
    if (input instanceof HTMLInputElement) input.value = formatted(input.name, input.value);
    mark(input.name, '');
    handlers.onChange();
  }

  function mark(name: string, message: string): void {
    const input = inputs().find((candidate) => candidate.name === name);
    if (!input) return;
    input.toggleAttribute('aria-invalid', message !== '');
    if (message !== '') input.setAttribute('aria-invalid', 'true');
    const error = document.getElementById(`${input.id}-error`);
    if (error && error.textContent !== message) error.textContent = message;
  }

  function inputs(): (HTMLInputElement | HTMLSelectElement)[] {
    return [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  }
}

function countrySelect(): HTMLSelectElement {
  const select = make('select', {});
  select.append(...Object.entries(COUNTRIES).map(([value, textContent]) => make('option', { value, textContent })));
  return select;
}
