import { importsEndpoints } from '@newsstand/contracts/desk-endpoints-imports';
import {
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type DeskImport,
  type ImportColumns,
  type ImportField,
} from '@newsstand/contracts/desk-imports';
import { Button } from '@newsstand/ui/button';
import { Checkbox } from '@newsstand/ui/checkbox';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { call, CallError } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import form from './imports.module.css';
import { SelectField } from '../parts/select-field.tsx';
import { useSignedIn } from '../session/session.tsx';
import { Part } from '../parts/page-parts.tsx';
import { many } from './imports.tsx';

const labelOf = (field: ImportField): string =>
  field === 'legacy_id' ? `${IMPORT_FIELD_NAMES[field]} (needed)` : IMPORT_FIELD_NAMES[field];
const NONE = '';
const MEDIA = [
  { value: 'print', label: 'Print' },
  { value: 'digital', label: 'Digital' },
] as const;

type Props = { file: DeskImport; onChecking: () => void };

/** What each column is; a file with the same columns has it remembered. */
export const Columns = ({ file, onChecking }: Props) => {
  const client = useQueryClient();
  const names = useSignedIn().levels;
  const levels = [
    { value: 'low', label: names.low },
    { value: 'high', label: names.high },
  ] as const;
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
    queryFn: () => call(importsEndpoints.deskImport, { params: { id: file.id }, query: { plan: column ?? '' } }),
    enabled: column !== undefined && column !== file.columns.fields.plan,
  });
  const counted = column === undefined ? [] : column === file.columns.fields.plan ? file.plans : (others.data?.plans ?? []);
  const guessed = column === file.columns.fields.plan ? file.columns.plans : (others.data?.columns.plans ?? []);
  const plans = column === undefined ? [] : guessed.map((plan) => columns.plans.find(({ value }) => value === plan.value) ?? plan);
  const numbers = useRef<HTMLDivElement>(null);
  const check = useMutation({
    mutationFn: () => call(importsEndpoints.deskCheckImport, { params: { id: file.id }, body: { action, columns: { ...columns, plans } } }),
    onSuccess: async () => {
      onChecking();
      await client.invalidateQueries({ queryKey: ['import', file.id] });
    },
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
          {alikeIn(file.header).map((names) => (
            <Notice key={names[0]} kind="warning">
              {names.join(', ')}: of these only the one that you choose is read. Look at the first rows below.
            </Notice>
          ))}
          {IMPORT_FIELDS.map((field) => (
            <div key={field} ref={field === 'legacy_id' ? numbers : undefined}>
              <SelectField
                label={labelOf(field)}
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
                  options={levels}
                  onChange={(level) => setPlan(plan.value, { level })}
                />
              </div>
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>Where a row does not say</legend>
          <SelectField label="Medium" value={columns.medium} options={MEDIA} onChange={(medium) => change({ medium })} />
          <SelectField label="Level" value={columns.level} options={levels} onChange={(level) => change({ level })} />
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

/** Columns that are called alike: those of one name, which are numbered when the file is read, or but for capitals. */
const alikeIn = (header: readonly string[]): string[][] =>
  header
    .map((name) => header.filter((other) => withoutNumber(other) === withoutNumber(name)))
    .filter((names, index) => names.length > 1 && names[0] === header[index]);
const withoutNumber = (name: string): string => name.replace(/ \(\d+\)$/, '').toLowerCase();

/** What is wrong by field; nothing where an error says something else. */
const errorsOf = (error: unknown): { consented?: string; columns?: string } =>
  error instanceof CallError && typeof error.errors !== 'string' ? error.errors : {};
