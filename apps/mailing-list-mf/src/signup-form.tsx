import { useEffect, useRef, type FormEvent } from 'react';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import type { Signup } from './sign-up.ts';
import styles from './signup-form.module.css';
import type { T } from './use-list.ts';

type Props = {
  signup: Signup;
  onSubmit: (email: string) => void;
  t: T;
  /** The reader asked for this form: the cursor goes into it. */
  focused?: boolean;
};

/** The form in each of its states (section 4). The address stays in the field after a failure. */
export const SignupForm = ({ signup, onSubmit, t, focused }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLDivElement>(null);

  // The answer takes the focus: the field that is wrong, or the thanks that stand where the button was.
  useEffect(() => {
    if (signup.type === 'success') done.current?.focus();
    if (signup.type === 'failure' && signup.email !== undefined) form.current?.querySelector('input')?.focus();
  }, [signup]);
  useEffect(() => {
    if (focused) form.current?.querySelector('input')?.focus();
  }, [focused]);

  if (signup.type === 'success') {
    return (
      <div ref={done} tabIndex={-1} className={styles.done}>
        <Notice kind="success" title={t('mailing-list.success')} />
      </div>
    );
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    onSubmit(typeof typed === 'string' ? typed : '');
  };
  const querying = signup.type === 'querying';
  const { email, general } = signup.type === 'failure' ? signup : {};

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.line}>
        <Field
          className={styles.field}
          label={t('mailing-list.email')}
          name="email"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={querying}
          error={email}
        />
        <Button type="submit" busy={querying} className={styles.button}>
          {querying ? t('mailing-list.joining') : t('mailing-list.join')}
        </Button>
      </div>
      {general !== undefined && <Notice kind="error">{general}</Notice>}
    </form>
  );
};
