import { importsEndpoints } from '@newsstand/contracts/desk-endpoints-imports';
import { MOST_BYTES, type DeskImports, type ImportState } from '@newsstand/contracts/desk-imports';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState, type FormEvent } from 'react';
import { call, CallError, sendFile } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import form from './imports.module.css';
import { useMay } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { moment } from '../parts/words.ts';

export const NUMBER = new Intl.NumberFormat('en-US');
/** So many of something, in words. */
export const many = (count: number, one: string, more = `${one}s`): string => `${NUMBER.format(count)} ${count === 1 ? one : more}`;

/** How far a file is. */
export const STATES: Record<ImportState, string> = {
  reading: 'Being read',
  columns: 'Its columns are to be looked at',
  checking: 'Being checked',
  checked: 'Checked: nothing is taken over yet',
  applying: 'Being taken over',
  applied: 'Taken over',
  stopped: 'Stopped part of the way',
  withdrawing: 'Being taken back',
  withdrawn: 'Taken back',
};

/** Files of readers of another system, the newest first, and a new one. */
export function Imports() {
  const brings = useMay('importReaders');
  const query = useQuery({ queryKey: ['imports'], queryFn: () => call(importsEndpoints.deskImports) });
  return (
    <>
      <Heading text="Imports" />
      {brings && <Bring sources={query.data?.sources ?? []} />}
      <Asked query={query} what="the files">
        {({ imports }) => (
          <Part
            title="Files"
            none={
              imports.length === 0 && 'No file was brought yet. Readers of another system stand here, from the file to what was taken over.'
            }
          >
            <ul className={styles['rows']}>
              {imports.map(({ id, name, source, state, rows, created }) => (
                <li key={id}>
                  <Link to="/imports/$id" params={{ id }} data-row className={styles['file']}>
                    <strong>{name}</strong>
                    <span>
                      {source}, {NUMBER.format(rows)} {rows === 1 ? 'row' : 'rows'}, {moment(created)}
                    </span>
                    <span>{STATES[state]}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </Asked>
    </>
  );
}

/** Brings a file: it is only read by that. */
const Bring = ({ sources }: Pick<DeskImports, 'sources'>) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState('');
  const [action, setAction] = useState(() => crypto.randomUUID());
  const bring = useMutation({
    mutationFn: (chosen: File) =>
      sendFile(importsEndpoints.deskUploadImport, { action, name: chosen.name.slice(0, 200), source }, { file: chosen, type: 'text/csv' }),
    onSuccess: async ({ id: brought }) => {
      await client.invalidateQueries({ queryKey: ['imports'] });
      await navigate({ to: '/imports/$id', params: { id: brought } });
    },
  });
  const { error } = bring;
  const errors = error instanceof CallError && typeof error.errors !== 'string' ? error.errors : {};
  const tooLarge =
    file !== null && file.size > MOST_BYTES ? `It has more than ${MOST_BYTES / 1024 / 1024} MB: divide it into several.` : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null && tooLarge === '') bring.mutate(file);
  };
  return (
    <Part title="Bring a file">
      <form onSubmit={submit} className={form['bring']} noValidate>
        <div>
          <label htmlFor={id}>A CSV file, as the other system writes it</label>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null);
              setAction(crypto.randomUUID());
              bring.reset();
            }}
          />
        </div>
        <Field
          name="source"
          label="Which system it is from"
          hint={`A short name, always the same one: a subscription is known again by it and its number. ${sources.length > 0 ? `Before: ${sources.join(', ')}` : 'Such as woocommerce'}.`}
          value={source}
          onChange={setSource}
          autoComplete="off"
          list={`${id}-sources`}
          error={errors['source']}
        >
          <datalist id={`${id}-sources`}>
            {sources.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </datalist>
        </Field>
        <div className={styles['acts']}>
          <Button type="submit" busy={bring.isPending} disabled={file === null || source.trim() === '' || tooLarge !== ''}>
            Read the file
          </Button>
        </div>
        <p className={styles['none']}>Nothing is taken over by that: first its columns are looked at, and every row is checked.</p>
        {tooLarge !== '' && <Notice kind="error">{tooLarge}</Notice>}
        {error !== null && errors['source'] === undefined && (
          <Notice kind="error" title="The file was not kept.">
            {error.message}
          </Notice>
        )}
      </form>
    </Part>
  );
};
