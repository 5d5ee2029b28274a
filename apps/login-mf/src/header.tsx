import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { Drawer } from '@newsstand/ui/drawer';
import { Notice } from '@newsstand/ui/notice';
import { Spinner } from '@newsstand/ui/spinner';
import { AccountWays } from './account-ways.tsx';
import styles from './header.module.css';
import { hasTicket } from './hand-over.ts';
import { ReaderLogin } from './reader-login.tsx';
import { useHandOver } from './use-hand-over.ts';
import { useLogin } from './use-login.ts';

/**
 * `login.header`: 'Log in', or the reader's name, and behind it the form or the way out. A reader who reached for it
 * finds it open, and so does one who comes back from a provider, where no other widget of the page has taken the
 * sign-in over.
 */
export const Header = ({ context }: { context: MountContext }) => {
  const login = useLogin(context);
  const { busy, problem } = useHandOver(login);
  const reader = login.reader.account ?? login.reader.institution;
  const [open, setOpen] = useState(() => context.intent || hasTicket());
  const button = useRef<HTMLButtonElement>(null);

  // The link that the reader had reached for is gone with the fallback: its heir must have the focus before the drawer
  // opens, to get it back.
  useLayoutEffect(() => {
    if (context.intent) button.current?.focus();
  }, [context.intent]);
  useEffect(() => (open ? context.openOverlay(() => setOpen(false)) : undefined), [open, context]);

  return (
    <>
      <div className={styles.place}>
        <button ref={button} type="button" dir="auto" className={styles.mark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {reader ? reader.name : login.t('login.log_in')}
        </button>
      </div>
      <Drawer
        title={reader ? login.t('login.your_login') : login.t('login.log_in')}
        open={open}
        onClose={() => setOpen(false)}
        closeLabel={login.t('login.close')}
      >
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {busy && !reader ? (
          <Spinner label={login.t('login.logging_in')} />
        ) : (
          <ReaderLogin login={login} ways={<AccountWays login={login} onLead={() => setOpen(false)} />} />
        )}
      </Drawer>
    </>
  );
};
