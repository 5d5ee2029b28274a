import type { MountContext } from '@newsstand/contracts/widget';
import { rememberPopup } from './popup-seen.ts';
import { SignupForm } from './signup-form.tsx';
import { useList } from './use-list.ts';
import { useSignup } from './use-signup.ts';

/** `mailing-list.form`: the sign-up where the page has room for it. */
export const Form = ({ context }: { context: MountContext }) => {
  const { input, t } = useList(context);
  const { signup, submit } = useSignup(input, () => {
    context.setState('completed');
    // Who has joined is not asked again.
    rememberPopup();
  });
  return <SignupForm signup={signup} onSubmit={submit} t={t} focused={context.intent} />;
};
