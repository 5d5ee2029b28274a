import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import {
  IMPORT_FIELDS,
  type DeskImport,
  type ImportColumns,
  type ImportCounts,
  type ImportField,
  type ImportWithdrawn,
} from '@newsstand/contracts/desk-imports';
import { Button } from '@newsstand/ui/button';
import { Checkbox } from '@newsstand/ui/checkbox';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { call, CallError } from './call.ts';
import type { Facts } from './changed.tsx';
import styles from './desk.module.css';
import { NUMBER, STATES } from './imports.tsx';
import form from './imports.module.css';
import { proved } from './prove.ts';
import { Actions } from './history.tsx';
import { Said } from './said.tsx';
import { saveFile } from './save-file.ts';
import { SelectField } from './select-field.tsx';
import { useMay, useSignedIn } from './session.tsx';
import { WriteToImported } from './write-imported.tsx';
import { Asked, Heading, Part, Wide } from './state.tsx';
import { moment } from './words.ts';

const FIELDS: Record<ImportField, string> = {
  legacy_id: 'Number of the subscription (needed)',
  reader_id: 'Number of the person',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  line1: 'Address, first line',
  line2: 'Address, second line',
  city: 'City',
  state: 'State',
  postcode: 'Postal code',
  country: 'Country',
  plan: 'What is subscribed to',
  level: 'Level',
  status: 'Runs or has ended',
  copies: 'Copies of each issue',
  issues_left: 'Issues left',
  expires: 'Paid until',
  ends: 'Ends, where nothing says until when it is paid',
  value_left: 'Money not served yet',
  list: 'Mailing lists',
  note: 'Note',
};
const NONE = '';
const MEDIA = [
  { value: 'print', label: 'Print' },
  { value: 'digital', label: 'Digital' },
] as const;
const LEVELS = [
  { value: 'low', label: 'Standard' },
  { value: 'high', label: 'Solidarity' },
] as const;

const AT_WORK = new Set(['reading', 'checking', 'applying', 'withdrawing']);
const many = (count: number, one: string, more = `${one}s`): string => `${NUMBER.format(count)} ${count === 1 ? one : more}`;
const dollars = (cents: number): string => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

/** One file: its columns, what was found, and what is to be done with it. */
export function Import({ id }: { id: string }) {
  const key = ['import', id];
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(deskEndpoints.deskImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && AT_WORK.has(state.data.state) ? 1000 : false),
  });
  const [brings, applies] = [useMay('importReaders'), useMay('applyImport')];
  const [dialog, setDialog] = useState<'apply' | 'withdraw' | 'discard' | null>(null);
  const [said, setSaid] = useState('');
  const close = () => setDialog(null);
  const onDone = (text: string) => {
    setSaid(text);
    close();
  };
  return (
    <Asked query={query} what="this file" heading="An import">
      {(file) => {
        const isOpen = file.state === 'columns' || file.state === 'checked';
        const isNew = file.counts !== null && file.counts.new + file.counts.changed > 0;
        return (
          <>
            <Heading text={`Import: ${file.name}`} />
            <p>
              {STATES[file.state]}. {many(file.rows, 'row')} of {file.source}, brought {moment(file.created)}
              {file.applied !== null && `, taken over ${moment(file.applied)}`}.
            </p>
            <Said text={said} />
            {AT_WORK.has(file.state) ? (
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
                  Take over…
                </Button>
              )}
              <WriteToImported file={file} onDone={setSaid} />
              {file.withdrawable && applies && (
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
            {isOpen && brings && <Columns key={`${file.id} ${file.state}`} file={file} />}
            <Part title="Its first rows">
              <Sample file={file} />
            </Part>
            {file.letters.length > 0 && (
              <Part title="Letters">
                <Actions actions={file.letters} />
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

/** People's, like every such file: it wants a passkey, and stands in the history. */
const TakeRefused = ({ file }: { file: DeskImport }) => {
  const session = useSignedIn();
  const [action, setAction] = useState(() => crypto.randomUUID());
  const take = useMutation({
    mutationFn: () => proved(session, () => call(deskEndpoints.deskRefusedRows, { params: { id: file.id }, body: { action } })),
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
      call(deskEndpoints.deskPauseImport, { params: { id: file.id }, body: { action: crypto.randomUUID(), paused } }),
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

/** What a check found: what would happen, and what is wrong, the commonest first. */
const Found = ({ file, counts, brings }: FoundProps) => (
  <>
    <Part title="What was found">
      <ul className={styles['notes']}>
        <li>{many(counts.new, 'subscription is', 'subscriptions are')} new.</li>
        {counts.same > 0 && <li>{many(counts.same, 'is', 'are')} here already, the same.</li>}
        {counts.changed > 0 && <li>{many(counts.changed, 'is', 'are')} here already, with another name or address.</li>}
        {counts.ended > 0 && <li>{many(counts.ended, 'has', 'have')} ended: nothing is owed, and they are left out.</li>}
        {happensOf(counts).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
    <Part title="Refused" none={counts.refused === 0 && 'No row is refused.'}>
      <p>
        {many(counts.refused, 'row is', 'rows are')} not taken over.{' '}
        {brings && <>The file has them as they came, and what is wrong in front: mend it there, and bring that file.</>}
      </p>
      {brings && <TakeRefused file={file} />}
      <Wide label="Mistakes">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">What is wrong</th>
              <th scope="col">In</th>
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
                  {text}
                </th>
                <td>{field}</td>
                <td className={styles['end']}>{NUMBER.format(count)}</td>
                <td>{rows.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Part>
  </>
);

/** What taking over does with those that are new. */
function happensOf({
  mailboxes,
  accounts,
  unproved,
  apart,
  printed,
  copies,
  lifetimes,
  issues,
  value,
  lists,
  notes,
  new: fresh,
}: ImportCounts): string[] {
  return [
    `${many(issues, 'issue')} are owed${lifetimes > 0 ? `, and ${many(lifetimes, 'lifetime')}` : ''}${value > 0 ? `; ${dollars(value)} are not served` : ''}.`,
    ...(printed > 0
      ? [`${many(printed, 'subscription is', 'subscriptions are')} posted, ${many(copies, 'copy', 'copies')} of an issue.`]
      : []),
    `${many(mailboxes, 'has', 'have')} an e-mail address: a code that is mailed there leads to them. ${many(fresh - mailboxes, 'has', 'have')} none.`,
    ...(lists > 0 ? [`${many(lists, 'is', 'are')} put on mailing lists, unless they have left them here.`] : []),
    ...(notes > 0 ? [`${many(notes, 'note is', 'notes are')} taken over; readers never see them.`] : []),
    ...(accounts > 0
      ? [`${many(accounts, 'address has an account', 'addresses have accounts')} here: it comes behind what they have.`]
      : []),
    ...(unproved > 0
      ? [`${many(unproved, 'address has an account', 'addresses have accounts')} that nobody has proved: theirs waits until somebody does.`]
      : []),
    ...(apart > 0
      ? [`${many(apart, 'goes', 'go')} to another address than their person’s first: posted there as before, and in nobody’s account.`]
      : []),
  ];
}

/** What is wrong by field; nothing where an error says something else. */
const errorsOf = (error: unknown): { consented?: string; columns?: string } =>
  error instanceof CallError && typeof error.errors !== 'string' ? error.errors : {};

/** What each column is; a file with the same columns has it remembered. */
const Columns = ({ file }: { file: DeskImport }) => {
  const client = useQueryClient();
  const [columns, setColumns] = useState<ImportColumns>(file.columns);
  const [action, setAction] = useState(() => crypto.randomUUID());
  const change = (next: Partial<ImportColumns>) => {
    setColumns({ ...columns, ...next });
    setAction(crypto.randomUUID());
  };
  const column = columns.fields.plan;
  // Another column has other plans.
  const others = useQuery({
    queryKey: ['import', file.id, 'plans', column],
    queryFn: () => call(deskEndpoints.deskImport, { params: { id: file.id }, query: { plan: column ?? '' } }),
    enabled: column !== undefined && column !== file.columns.fields.plan,
  });
  const counted = column === undefined ? [] : column === file.columns.fields.plan ? file.plans : (others.data?.plans ?? []);
  const guessed = column === file.columns.fields.plan ? file.columns.plans : (others.data?.columns.plans ?? []);
  const plans = column === undefined ? [] : guessed.map((plan) => columns.plans.find(({ value }) => value === plan.value) ?? plan);
  const numbers = useRef<HTMLDivElement>(null);
  const check = useMutation({
    mutationFn: () => call(deskEndpoints.deskCheckImport, { params: { id: file.id }, body: { action, columns: { ...columns, plans } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['import', file.id] }),
    onError: (error) => {
      // It may be a screen above the button.
      if (errorsOf(error).columns !== undefined) numbers.current?.querySelector('select')?.focus();
    },
  });
  const setField = (field: ImportField, name: string) => {
    const { [field]: _, ...rest } = columns.fields;
    change({ fields: name === NONE ? rest : { ...rest, [field]: name } });
  };
  const setPlan = (value: string, next: Partial<ImportColumns['plans'][number]>) =>
    change({ plans: plans.map((plan) => (plan.value === value ? { ...plan, ...next } : plan)) });
  const { consented: consent, columns: missing } = errorsOf(check.error);
  const options = [{ value: NONE, label: 'Not in the file' }, ...file.header.map((name) => ({ value: name, label: name }))];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <Part title="Columns" aside={file.remembered ? 'as they were said before' : 'as their names say'}>
      <form onSubmit={submit} className={form['columns']} noValidate>
        <fieldset>
          <legend>What each column is</legend>
          {IMPORT_FIELDS.map((field) => (
            <div key={field} ref={field === 'legacy_id' ? numbers : undefined}>
              <SelectField
                label={FIELDS[field]}
                value={columns.fields[field] ?? NONE}
                options={options}
                onChange={(name) => setField(field, name)}
                error={field === 'legacy_id' ? missing : undefined}
              />
            </div>
          ))}
        </fieldset>
        {plans.length > 0 && (
          <fieldset>
            <legend>What each plan is</legend>
            {plans.map((plan) => (
              <div key={plan.value} className={form['plan']}>
                <strong>
                  {plan.value} <small>{many(counted.find(({ value }) => value === plan.value)?.count ?? 0, 'row')}</small>
                </strong>
                <SelectField
                  label={`Medium of ${plan.value}`}
                  value={plan.medium}
                  options={MEDIA}
                  onChange={(medium) => setPlan(plan.value, { medium })}
                />
                <SelectField
                  label={`Level of ${plan.value}`}
                  value={plan.level}
                  options={LEVELS}
                  onChange={(level) => setPlan(plan.value, { level })}
                />
              </div>
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>Where a row does not say</legend>
          <SelectField label="Medium" value={columns.medium} options={MEDIA} onChange={(medium) => change({ medium })} />
          <SelectField label="Level" value={columns.level} options={LEVELS} onChange={(level) => change({ level })} />
          <Field
            name="country"
            label="Country of an address without one"
            hint="Two letters, such as US; empty refuses such rows."
            value={columns.country}
            maxLength={2}
            autoComplete="off"
            onChange={(country) => change({ country: country.toUpperCase() })}
          />
          <SelectField
            label="3/4/2027 is"
            value={columns.dates}
            options={[
              { value: 'mdy', label: 'March 4' },
              { value: 'dmy', label: 'April 3' },
            ]}
            onChange={(dates) => change({ dates })}
          />
          {columns.fields.list !== undefined && (
            <Checkbox
              name="consented"
              label="Those in the column of mailing lists had agreed to be written to"
              checked={columns.consented}
              error={consent}
              onChange={(consented) => change({ consented })}
            />
          )}
        </fieldset>
        {check.isError && consent === undefined && missing === undefined && (
          <Notice kind="error" title="It is not checked.">
            {check.error.message}
          </Notice>
        )}
        <div className={styles['acts']}>
          <Button type="submit" kind={file.state === 'checked' ? 'secondary' : 'primary'} busy={check.isPending}>
            {file.state === 'checked' ? 'Check every row again' : 'Check every row'}
          </Button>
        </div>
      </form>
    </Part>
  );
};

const importFacts = ({ state, counts }: DeskImport): Facts => ({
  'The file': STATES[state],
  ...(counts && { 'To take over': `${many(counts.new, 'new row')}, ${many(counts.changed, 'changed row')}` }),
});

type DialogProps = { file: DeskImport; onDone: (said: string) => void; onClose: () => void };

const Apply = ({ file, counts, onDone, onClose }: DialogProps & { counts: ImportCounts }) => {
  const session = useSignedIn();
  const rows = counts.new + counts.changed;
  return (
    <ActDialog
      title={`Take over ${file.name}`}
      verb={`Take over ${many(rows, 'row')}`}
      about={['import', file.id]}
      shown={{ now: file, says: importFacts }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        proved(session, () =>
          call(deskEndpoints.deskApplyImport, { params: { id: file.id }, query: dry ? { dry: '' } : {}, body: { action, rows } }),
        )
      }
      happens={({ counts: now }) => [
        `${many(now.new, 'subscription is', 'subscriptions are')} taken over${now.changed > 0 ? `, and ${many(now.changed, 'name or address', 'names or addresses')} changed` : ''}.`,
        ...happensOf(now),
        'Nobody is written to. Within 30 days what nobody has used yet can be taken back.',
      ]}
      done={() => 'It is being taken over.'}
      {...{ onDone, onClose }}
    />
  );
};

const Withdraw = ({ file, onDone, onClose }: DialogProps) => {
  const session = useSignedIn();
  return (
    <ActDialog<object, ImportWithdrawn, DeskImport>
      title={`Take back what ${file.name} brought`}
      verb={(plan) => (plan ? `Take back ${many(plan.untouched, 'subscription')}` : 'Take back')}
      about={['import', file.id]}
      shown={{ now: file, says: importFacts }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        proved(session, () =>
          call(deskEndpoints.deskWithdrawImport, { params: { id: file.id }, query: dry ? { dry: '' } : {}, body: { action } }),
        )
      }
      ready={(plan) => plan !== undefined && plan.untouched > 0}
      happens={({ untouched, used }) => [
        `${many(untouched, 'subscription goes', 'subscriptions go')} as if they had not come, with their addresses and the accounts that were made for them.`,
        used > 0
          ? `${many(used, 'stays', 'stay')}: an issue of it has come, something was changed, or its reader was here since.`
          : 'Nothing of it has been used since.',
        'Nobody is written to. The same file can be brought again.',
      ]}
      done={() => 'It is being taken back.'}
      {...{ onDone, onClose }}
    />
  );
};

const Discard = ({ file, onClose }: Omit<DialogProps, 'onDone'>) => {
  const navigate = useNavigate();
  return (
    <ActDialog
      title={`Throw ${file.name} away`}
      verb="Throw it away"
      about={['import', file.id]}
      shown={{ now: file, says: importFacts }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        call(deskEndpoints.deskDiscardImport, { params: { id: file.id }, query: dry ? { dry: '' } : {}, body: { action } })
      }
      happens={({ rows }) => [`Its ${many(rows, 'row')} and what was found are gone. Nothing was taken over.`]}
      done={() => ''}
      onDone={() => void navigate({ to: '/imports' })}
      onClose={onClose}
    />
  );
};
