import { useId, useRef, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { uiMessages } from './messages.ts';
import styles from './password-field.module.css';

/**
 * A password that can be looked at while it is typed. The field keeps focus and caret, and goes hidden with its form,
 * so that no browser offers it among what was typed.
 */
export const PasswordField = (props: FieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      ref={input}
      id={id}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      className={styles.field}
    >
      <button
        type="button"
        disabled={props.disabled}
        className={styles.show}
        aria-label={uiMessages[isShown ? 'hide_password' : 'show_password']}
        aria-describedby={`${id}-label`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          const { selectionStart = 0, selectionEnd = 0, form } = input.current ?? {};
          form?.addEventListener('submit', () => setShown(false), { once: true });
          setShown(!isShown);
          // A field that has the focus loses its caret when it is laid out anew.
          requestAnimationFrame(() => input.current?.setSelectionRange(selectionStart, selectionEnd));
        }}
      >
        {uiMessages[isShown ? 'hide' : 'show']}
      </button>
    </Field>
  );
};
