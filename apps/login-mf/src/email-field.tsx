import { Field } from '@newsstand/ui/field';
import type { T } from './use-login.ts';

type Props = { t: T; value: string; onChange: (email: string) => void; error: string | undefined; readOnly: boolean };

/** The address by which a reader logs in; what is wrong with it the server says. */
export const EmailField = ({ t, ...rest }: Props) => (
  <Field
    {...rest}
    label={t('login.email')}
    name="email"
    type="text"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="off"
    spellCheck={false}
    required
  />
);
