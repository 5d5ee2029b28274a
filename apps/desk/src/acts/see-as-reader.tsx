import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskReader } from '@newsstand/contracts/desk-reader';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { moment } from '../parts/words.ts';

/** The account as its reader sees it, in a tab of its own: nothing can be changed there, and the look is kept. */
export const SeeAsReader = ({ reader, onClose }: { reader: DeskReader; onClose: () => void }) => {
  const client = useQueryClient();
  const [action] = useState(() => crypto.randomUUID());
  const see = useMutation({
    mutationFn: () => call(readersEndpoints.deskSeeAsReader, { params: { owner: reader.owner }, body: { action } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['reader', reader.owner] }),
  });
  return (
    <Dialog title={`See ${reader.name === '' ? 'this reader' : reader.name}’s account`} open onClose={onClose} className={styles['act']}>
      <section aria-label="What happens" aria-live="polite" className={styles['happens']}>
        {see.isSuccess ? (
          <p>
            <a href={see.data.url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              Open the account
            </a>
            , once, before {moment(see.data.expires)}.
          </p>
        ) : (
          <ul>
            <li>You see the account as its reader does, for half an hour. Nothing can be changed there.</li>
            <li>The look is kept, and stands in what its reader can take away.</li>
          </ul>
        )}
        {see.isError && <Notice kind="error">{see.error.message}</Notice>}
      </section>
      <div className={styles['buttons']}>
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
        {!see.isSuccess && (
          <Button busy={see.isPending} onClick={() => see.mutate()}>
            Make the link
          </Button>
        )}
      </div>
    </Dialog>
  );
};
