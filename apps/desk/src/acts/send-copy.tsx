import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskReader } from '@newsstand/contracts/desk-reader';
import { COPY_REASONS } from '@newsstand/contracts/desk-verbs';
import { useState } from 'react';
import { ActDialog, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { ReasonField, SelectField } from '../parts/select-field.tsx';

type Props = { reader: DeskReader; onDone: (message: string) => void; onClose: () => void };
type CopyReason = (typeof COPY_REASONS)[number];

const againWords = (again: number): string =>
  again === 0 ? 'No further copy was sent for' : again === 1 ? 'One further copy was sent for' : `${again} further copies were sent for`;

/** Whether another copy of an issue is to go on the next list already: somebody asked for it, or one came back. */
export const isWaiting = ({ copies }: DeskReader, issue: number): boolean =>
  copies.some((copy) => copy.issue === issue && copy.part === null);

/** Another copy of an issue that a reader was given: the newest, which callers ask for most, is chosen. */
export const SendCopy = ({ reader, onDone, onClose }: Props) => {
  const { given, owner } = reader;
  const [issue, setIssue] = useState(String(given[0]?.issue ?? ''));
  const [reason, setReason] = useState<CopyReason>('lost');
  const chosen = given.find((one) => String(one.issue) === issue);
  const asked = chosen?.again ?? 0;
  const waits = chosen !== undefined && isWaiting(reader, chosen.issue);
  const nameOf = ({ issue: number, medium }: DeskReader['given'][number]): string =>
    `Issue ${number}, ${medium === 'print' ? 'printed' : 'digital'}`;
  return (
    <ActDialog
      title={`Send ${reader.name === '' ? 'this reader' : reader.name} another copy`}
      verb={`Send issue ${issue} again`}
      owner={owner}
      shown={{
        now: reader,
        says: ({ given: now }) => ({ [`Issue ${issue}`]: againWords(now.find((one) => String(one.issue) === issue)?.again ?? 0) }),
        typed: { [`Issue ${issue}`]: 'Sent again' },
        history: ({ history }) => history,
      }}
      wish={chosen === undefined || waits ? null : { issue: chosen.issue, reason }}
      {...(waits && { stopped: <p>Another copy of issue {issue} waits for the next list already: one goes, and no second one.</p> })}
      send={(wish, { action, dry }) =>
        call(readersEndpoints.deskSendCopy, { params: { owner }, query: dry ? { dry: '' } : {}, body: { action, asked, ...wish } })
      }
      happens={({ medium, copies, address, letter }) => [
        ...(medium === 'digital'
          ? ['Nothing is posted: the letter leads to the issue’s page, where they read it and take its files.']
          : [
              `${copies === 1 ? 'One copy goes' : `${copies} copies go`} on the next list of issue ${issue} that is made${address === null ? '.' : `, to ${address.join(', ')}.`}`,
              ...(address === null ? ['No address of the zone is known at which the post reaches them: it waits until there is one.'] : []),
            ]),
        ...(asked > 0 ? [`${asked === 1 ? 'One further copy was' : `${asked} further copies were`} sent for before.`] : []),
        'Nothing is charged, and nothing is taken from what is still to come.',
        letterLine(letter, reason),
      ]}
      done={({ letter }) => `Another copy of issue ${issue} is on its way. ${letterLine(letter, reason)}`}
      {...{ onDone, onClose }}
    >
      <div className={styles['fields']}>
        <SelectField
          label="Issue"
          name="issue"
          value={issue}
          onChange={setIssue}
          options={given.map((one) => ({ value: String(one.issue), label: nameOf(one) }))}
        />
        <ReasonField value={reason} reasons={COPY_REASONS} onChange={setReason} />
      </div>
    </ActDialog>
  );
};
