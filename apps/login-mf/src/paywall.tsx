import type { MountContext } from '@newsstand/contracts/widget';
import { LoginForm } from './login-form.tsx';
import styles from './login-form.module.css';
import { LoggedIn } from './logged-in.tsx';
import { useLogin } from './use-login.ts';

/** `login.paywall`: where an article is held. After login the page reloads, and its server decides again. */
export const Paywall = ({ context }: { context: MountContext }) => {
  const login = useLogin(context);
  const { account, institution } = login.page;
  if (account ?? institution) return <LoggedIn login={login} />;
  return (
    <section className={styles.stack}>
      <h2 className={styles.heading}>{login.t('login.paywall')}</h2>
      <LoginForm login={login} />
    </section>
  );
};
