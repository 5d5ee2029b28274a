import { importsEndpoints } from '@newsstand/contracts/desk-endpoints-imports';
import { importFieldName, importStands, type DeskImport, type ImportCounts, type ImportState } from '@newsstand/contracts/desk-imports';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { many, NUMBER, STATES } from './imports.tsx';
import form from './imports.module.css';
import { proved } from '../session/show-key.ts';
import { Actions } from '../acts/actions.tsx';
import { LastAct } from '../acts/last-act.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useMay, useSignedIn } from '../session/session.tsx';
import { WriteToImported } from './write-imported.tsx';
import { Asked, Heading, Part, Wide } from '../parts/page-parts.tsx';
import { moment } from '../parts/words.ts';
import { Apply, Discard, happensOf, takenBeforeOf, Withdraw, zerosOf } from './import-acts.tsx';
import { Columns } from './import-columns.tsx';

const isAtWork = (state: ImportState): boolean => importStands(state, 'read', 'at-work');

/** One file: its columns, what was found, and what is to be done with it. */
export function Import() {
  const { id } = useParams({ from: '/imports/$id' });
  const key = ['import', id];
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(importsEndpoints.deskImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.state) ? 1000 : false),
  });
  const [brings, applies] = [useMay('importReaders'), useMay('applyImport')];
  const [dialog, setDialog] = useState<'apply' | 'withdraw' | 'discard' | null>(null);
  const [message, setMessage] = useState('');
  const close = () => setDialog(null);
  // What was begun on this page is said as long as it is under way, and then what came of it.
  const [begun, setBegun] = useState('');
  const onDone = (text: string) => {
    setBegun(text);
    setMessage('');
    close();
  };
  const onWritten = (text: string) => {
    setBegun('');
    setMessage(text);
  };
  return (
    <Asked query={query} what="this file" heading="An import">
      {(file) => {
        const isOpen = importStands(file.state, 'asked');
        const isNew = file.counts !== null && file.counts.new + file.counts.changed > 0;
        return (
          <>
            <Heading text={`Import: ${file.name}`} />
            <p>
              {STATES[file.state]}. {many(file.rows, 'row')} of {file.source}, brought {moment(file.created)}
              {file.applied !== null && `, taken over ${moment(file.applied)}`}.
            </p>
            <LastAct text={begun === '' ? message : isAtWork(file.state) ? begun : cameOf(file)} />
            {isAtWork(file.state) ? (
              <>
                <Progress file={file} />
                {brings && file.state !== 'reading' && <Pause file={file} />}
              </>
            ) : (
              file.failure !== null && <Notice kind="warning">{file.failure}</Notice>
            )}
            <div className={styles['acts']}>
              {file.state === 'checked' && applies && (
                <Button disabled={!isNew} onClick={() => setDialog('apply')}>
                  {file.counts?.new === 0 && isNew ? 'Take over what changed…' : 'Take over…'}
                </Button>
              )}
              <WriteToImported file={file} onDone={onWritten} />
              {file.withdrawable && file.brought > 0 && applies && (
                <Button kind="secondary" onClick={() => setDialog('withdraw')}>
                  Take back…
                </Button>
              )}
              {isOpen && brings && (
                <Button kind="secondary" onClick={() => setDialog('discard')}>
                  Throw the file away…
                </Button>
              )}
            </div>
            {file.counts !== null && <Found file={file} counts={file.counts} brings={brings} />}
            {isOpen && brings && (
              <Columns key={`${file.id} ${file.state}`} file={file} onChecking={() => onDone('Every row is being checked.')} />
            )}
            <Part title="Its first rows">
              <Sample file={file} />
            </Part>
            {file.letters.length > 0 && (
              <Part title="Letters">
                <Actions actions={file.letters} onOpen={() => onWritten('')} />
              </Part>
            )}
            {dialog === 'apply' && file.counts !== null && <Apply file={file} counts={file.counts} onDone={onDone} onClose={close} />}
            {dialog === 'withdraw' && <Withdraw file={file} onDone={onDone} onClose={close} />}
            {dialog === 'discard' && <Discard file={file} onClose={close} />}
          </>
        );
      }}
    </Asked>
  );
}

/** What checking, taking over or taking back came to; of what stopped on the way its failure is shown. */
function cameOf({ state, counts }: DeskImport): string {
  if (state === 'withdrawn') return 'What nobody had used is taken back.';
  if (state === 'checked') return 'Every row is checked: what was found stands below.';
  return state === 'applied' && counts !== null ? `${many(counts.new + counts.changed, 'row is', 'rows are')} taken over.` : '';
}

/** People's, like every such file: it wants a passkey, and stands in the history. */
const TakeRefused = ({ file }: { file: DeskImport }) => {
  const session = useSignedIn();
  const [action, setAction] = useState(() => crypto.randomUUID());
  const take = useMutation({
    mutationFn: () => proved(session, () => call(importsEndpoints.deskRefusedRows, { params: { id: file.id }, body: { action } })),
    onSuccess: ({ name, csv }) => {
      setAction(crypto.randomUUID());
      saveFile(name, csv);
    },
  });
  return (
    <>
      <div className={styles['acts']}>
        <Button kind="secondary" busy={take.isPending} onClick={() => take.mutate()}>
          Take refused.csv
        </Button>
      </div>
      <output>{take.isSuccess && `refused.csv has ${many(take.data.rows, 'row')}. That you took it is in the history.`}</output>
      {take.isError && <Notice kind="error">{take.error.message} No file was made.</Notice>}
    </>
  );
};

/** Holds what is under way after its batch, and lets it go on. */
const Pause = ({ file }: { file: DeskImport }) => {
  const client = useQueryClient();
  const pause = useMutation({
    mutationFn: (paused: boolean) =>
      call(importsEndpoints.deskPauseImport, { params: { id: file.id }, body: { action: crypto.randomUUID(), paused } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['import', file.id] }),
  });
  return (
    <>
      <div className={styles['acts']}>
        <Button kind="secondary" busy={pause.isPending} onClick={() => pause.mutate(!file.paused)}>
          {file.paused ? 'Go on' : 'Pause'}
        </Button>
      </div>
      {pause.isError && <Notice kind="error">{pause.error.message}</Notice>}
    </>
  );
};

const Progress = ({ file: { state, done, total, failure, paused } }: { file: DeskImport }) => (
  <>
    <p>
      <progress className={form['progress']} aria-label={STATES[state]} max={Math.max(1, total)} value={done} />
    </p>
    <p className={styles['none']}>
      {NUMBER.format(done)} of {many(total, 'row')}.{' '}
      {paused ? 'It is held, and nothing more of it is done until somebody lets it go on.' : 'It goes on if you close this page.'}
    </p>
    {failure !== null && <Notice kind="warning">{failure}</Notice>}
  </>
);

const Sample = ({ file: { header, sample } }: { file: DeskImport }) => (
  <Wide label="Rows">
    <table className={styles['table']}>
      <thead>
        <tr>
          {header.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={header[index]}>{cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

type FoundProps = { file: DeskImport; counts: ImportCounts; brings: boolean };

const issuesOf = (issues: number | null): string => (issues === null ? 'for life' : NUMBER.format(issues));

/** Rows that are here already, and of which the file says by now that more is owed, or less. */
const Otherwise = ({ counts: { more, less, otherwise } }: { counts: ImportCounts }) => (
  <Part title="Owed otherwise by now">
    {more > 0 && (
      <Notice kind="warning">
        {many(more, 'subscription that is here already owes', 'subscriptions that are here already owe')} more by this file than was taken
        over, as what has renewed there since does. Taking over the file does not add it: give the difference by ‘Give…’ on the page of{' '}
        {more === 1 ? 'its reader' : 'each reader'}, and stop renewals there.
      </Notice>
    )}
    {less > 0 && (
      <p>
        {many(less, 'subscription that is here already owes', 'subscriptions that are here already owe')} less by this file than was taken
        over, as where issues were sent from there since, or money went back. What is owed here stays.
      </p>
    )}
    <Wide label="Issues owed">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col" className={styles['end']}>
              Row
            </th>
            <th scope="col" className={styles['end']}>
              Issues taken over
            </th>
            <th scope="col" className={styles['end']}>
              Issues by this file
            </th>
          </tr>
        </thead>
        <tbody>
          {otherwise.map(({ row, number, had, says }) => (
            <tr key={row}>
              <th scope="row">{number}</th>
              <td className={styles['end']}>{NUMBER.format(row)}</td>
              <td className={styles['end']}>{issuesOf(had)}</td>
              <td className={styles['end']}>{issuesOf(says)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
    {otherwise.length < more + less && <p className={styles['none']}>The first {otherwise.length} are named.</p>}
  </Part>
);

/** What a check found: what would happen, and what is wrong, the commonest first. */
const Found = ({ file, counts, brings }: FoundProps) => (
  <>
    <Part title="What was found">
      {counts.without_zeros > 0 && <Notice kind="warning">{zerosOf(counts)}</Notice>}
      {takenBeforeOf(counts, file.source).map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      <ul className={styles['notes']}>
        <li>{many(counts.new, 'subscription is', 'subscriptions are')} new.</li>
        {counts.same > 0 && <li>{many(counts.same, 'is', 'are')} here already, the same.</li>}
        {counts.changed > 0 && <li>{many(counts.changed, 'is', 'are')} here already, with another name or address.</li>}
        {counts.ended > 0 && (
          <li>
            {many(counts.ended, 'has', 'have')} ended: nothing is owed, and {counts.ended === 1 ? 'it is' : 'they are'} left out.
          </li>
        )}
        {(counts.new === 0 ? [] : happensOf(counts)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
    {counts.more + counts.less > 0 && <Otherwise counts={counts} />}
    <Part title="Refused" none={counts.refused === 0 && 'No row is refused.'}>
      <p>
        {many(counts.refused, 'row is', 'rows are')} not taken over.{' '}
        {brings && <>The file has them as they came, and what is wrong in front: mend it there, and bring that file.</>}
      </p>
      {brings && file.state === 'checked' && file.columns.country === '' && file.mistakes.some(({ field }) => field === 'country') && (
        <p>Where addresses without a country are all of one, name it below under ‘Where a row does not say’, and check every row again.</p>
      )}
      {brings && <TakeRefused file={file} />}
      <Wide label="Mistakes">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">What is wrong</th>
              <th scope="col" className={styles['end']}>
                Rows
              </th>
              <th scope="col">Such as</th>
            </tr>
          </thead>
          <tbody>
            {file.mistakes.map(({ field, text, count, rows }) => (
              <tr key={`${field} ${text}`}>
                <th scope="row" className={styles['wraps']}>
                  {importFieldName(field)}: {text}
                </th>
                <td className={styles['end']}>{NUMBER.format(count)}</td>
                <td className={styles['folds']}>{rows.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Part>
  </>
);
