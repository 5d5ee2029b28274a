import { sessionEndpoints } from '@newsstand/contracts/desk-endpoints-session';
import type { DeskSession } from '@newsstand/contracts/desk-staff';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { problemOf, proved, ToMake } from '../session/show-key.ts';
import { sessionQuery, useSignedIn } from '../session/session.tsx';

async function makeSecond(session: DeskSession): Promise<DeskSession> {
  const { options } = await proved(session, () => call(sessionEndpoints.deskOpenFurtherKey));
  const key = await startRegistration({ optionsJSON: v.parse(ToMake, options) });
  return call(sessionEndpoints.deskKeepFurtherKey, { body: { key } });
}

/** Asks whoever has one passkey for a second, until there is one. */
export function SecondKey() {
  const session = useSignedIn();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => makeSecond(session),
    onSuccess: (now) => client.setQueryData(sessionQuery.queryKey, now),
  });
  if (make.isSuccess) return <output className={styles['last-act']}>Your second passkey was made.</output>;
  if (session.person.keys !== 1) return null;
  return (
    <section aria-label="Your passkeys">
      <Notice kind="info">
        You have one passkey. If its device is lost, only a publisher’s letter lets you in again: make a second one on another device, or on
        a security key.
      </Notice>
      <div className={styles['acts']}>
        <Button kind="secondary" busy={make.isPending} onClick={() => make.mutate()}>
          Make a second passkey
        </Button>
      </div>
      {make.error && <Notice kind="error">{problemOf(make.error)}</Notice>}
    </section>
  );
}
