import { postEndpoints } from '@newsstand/contracts/desk-endpoints-post';
import { ExportLabels, readLabelCode, type LabelsExported, type LabelsTaken, type PostListed } from '@newsstand/contracts/desk-post';
import type { Unprintable } from '@newsstand/contracts/label-sheets';
import type { DeskSession } from '@newsstand/contracts/desk-staff';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { proved } from '../session/show-key.ts';
import { saveBytes } from '../parts/save-file.ts';
import { SelectField } from '../parts/select-field.tsx';
import { useSignedIn } from '../session/session.tsx';
import { keepSheet, lastPrinter, SheetFields, SHEETS, useSheet } from '../parts/sheet-fields.tsx';
import { momentIn, postListName, whoseWords } from '../parts/words.ts';

type As = ExportLabels['as'];
export const KINDS: { value: As; label: string }[] = [...SHEETS, { value: 'csv', label: 'CSV for a mail house' }];

type Props = { issue: number; list: PostListed; onDone: (text: string) => void; onClose: () => void };

/** Takes the labels of a list, or some of them again: as sheets to print, or as a file. */
export const Labels = ({ issue, list: { shipcode, part, last, unprintable }, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const client = useQueryClient();
  const on = useSheet();
  const [isCsv, setCsv] = useState(false);
  const [typed, setTyped] = useState({ from: '1', to: String(last) });
  // Another file is another thing that is taken.
  const [action, setAction] = useState(() => crypto.randomUUID());
  const [from, to] = [labelNumber(typed.from), labelNumber(typed.to)];
  const as: As = isCsv ? 'csv' : on.sheet;
  const choose = (kind: As) => {
    setCsv(kind === 'csv');
    if (kind !== 'csv') on.choose(kind);
  };
  const wrong = {
    ...((from < 1 || from > last) && { from: `Type a number from 1 to ${last}.` }),
    ...((to < from || to > last) && { to: `Type a number from ${typed.from} to ${last}.` }),
    ...(!isCsv && on.wrong),
  };
  const take = useMutation({
    mutationFn: () => {
      const sheet = isCsv ? { skip: 0, dx: 0, dy: 0 } : on.asked;
      const body = { action, shipcode, part, as, from, to, ...sheet };
      return proved(session, () => call(postEndpoints.deskExportLabels, { params: { number: String(issue) }, body }));
    },
    onSuccess: async (file) => {
      setAction(crypto.randomUUID());
      if (!isCsv) on.keep();
      saveBytes(file);
      await client.invalidateQueries({ predicate: isOfLabels });
      onDone(wordsOf(file));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(wrong).length === 0) take.mutate();
  };
  const field = (name: keyof typeof typed, label: string) => (
    <Field
      name={name}
      label={label}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      {...(name in wrong && { error: Object.entries(wrong).find(([one]) => one === name)?.[1] ?? '' })}
    />
  );
  return (
    <Dialog title={`Labels of ${postListName(shipcode, part, session)}`} open onClose={onClose} className={styles['act']}>
      <form onSubmit={submit} noValidate>
        <SelectField label="As" value={as} onChange={choose} options={KINDS} />
        <div className={styles['fields']}>
          {field('from', 'From number')}
          {field('to', 'To number; one label again has it in both')}
        </div>
        {!isCsv && <SheetFields on={on} />}
        {!isCsv && unprintable && <p className={styles['facts']}>{unprintableWords(unprintable)}</p>}
        {take.isError && <Notice kind="error">{take.error.message} No file was made.</Notice>}
        <div className={styles['buttons']}>
          <Button kind="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={take.isPending} disabled={Object.keys(wrong).length > 0}>
            {to >= from && from >= 1 ? `Take ${to - from + 1} ${to === from ? 'label' : 'labels'}` : 'Take labels'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

type Named = Pick<PostListed, 'shipcode' | 'part'>;
/** Of which lists, as what, and for which printer. */
type Whole = { lists: readonly Named[]; as: As; dx: number; dy: number };

/**
 * All labels of some lists in one file, as they are printed without being asked about again; answers what was taken.
 */
export async function takeWhole(
  session: DeskSession,
  issue: number,
  { lists: [first, ...more], as, dx, dy }: Whole,
  action: string,
): Promise<string> {
  if (first === undefined) return '';
  const off = as === 'csv' ? { dx: 0, dy: 0 } : { dx, dy };
  const body = { action, ...first, as, from: 1, to: MOST, skip: 0, ...off, more };
  const file = await proved(session, () => call(postEndpoints.deskExportLabels, { params: { number: String(issue) }, body }));
  if (as !== 'csv') keepSheet(as);
  saveBytes(file);
  return wordsOf(file);
}
const MOST = 9_999_999;

type NowProps = { issue: number; list: Named; onDone: (text: string) => void };

/**
 * All labels of a list with one press, on the sheets of the printer that was used last. Nothing where none was: they
 * are asked about first.
 */
export const TakeNow = ({ issue, list: { shipcode, part }, onDone }: NowProps) => {
  const session = useSignedIn();
  const client = useQueryClient();
  // Read each time: it may be another one since the page is there.
  const printer = lastPrinter();
  const [action, setAction] = useState(() => crypto.randomUUID());
  const take = useMutation({
    mutationFn: ({ sheet, dx, dy }: NonNullable<typeof printer>) =>
      takeWhole(session, issue, { lists: [{ shipcode, part }], as: sheet, dx, dy }, action),
    onSuccess: async (taken) => {
      setAction(crypto.randomUUID());
      await client.invalidateQueries({ predicate: isOfLabels });
      onDone(taken);
    },
    onError: (error) => onDone(`${error.message} No file was made.`),
  });
  return (
    printer && (
      <button type="button" className={styles['small']} disabled={take.isPending} onClick={() => take.mutate(printer)}>
        Labels on {printer.sheet}
        <span className={styles['unseen']}> of {postListName(shipcode, part, session)}</span>
      </button>
    )
  );
};

/** What says who took labels. */
export const isOfLabels = ({ queryKey: [of] }: { queryKey: readonly unknown[] }): boolean => of === 'history' || of === 'issue-post';

type AgainProps = { issue: number; taken: LabelsTaken; onDone: (text: string) => void };

const OTHER = 'It is not the same as then: a reader of this list was erased since, or a zone is called otherwise.';

/**
 * Takes what somebody took once more as it was: names and addresses are those of the list, and where one of its readers
 * was erased since, it is said.
 */
export const TakeAgain = ({
  issue,
  taken: { shipcode, part, as, from, to, skip = 0, dx = 0, dy = 0, hash, at, more = [] },
  onDone,
}: AgainProps) => {
  const session = useSignedIn();
  const client = useQueryClient();
  const [action, setAction] = useState(() => crypto.randomUUID());
  const take = useMutation({
    mutationFn: () => {
      const body = v.parse(ExportLabels, { action, shipcode, part, as, from, to, skip, dx, dy, more });
      return proved(session, () => call(postEndpoints.deskExportLabels, { params: { number: String(issue) }, body }));
    },
    onSuccess: async (file) => {
      setAction(crypto.randomUUID());
      saveBytes(file);
      const isSame = hash !== undefined && file.hash === hash;
      onDone(`${wordsOf(file)} ${isSame ? `It is the same as on ${momentIn(at, session.time_zone)}.` : OTHER}`);
      await client.invalidateQueries({ predicate: isOfLabels });
    },
  });
  return (
    <>
      <Button kind="secondary" busy={take.isPending} onClick={() => take.mutate()}>
        Same again<span className={styles['unseen']}> as on {momentIn(at, session.time_zone)}</span>
      </Button>
      {take.isError && <Notice kind="error">{take.error.message} No file was made.</Notice>}
    </>
  );
};

/** A label's number, or all of its code as it stands there; 0 for neither. */
const labelNumber = (typed: string): number => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed) : (readLabelCode(typed)?.number ?? 0));

/** Which labels of sheets have no name and address, and what to do. */
export function unprintableWords(unprintable: Unprintable): string {
  const { count } = unprintable;
  const [have, their] =
    count === 1 ? ['1 label has its', 'its name or address'] : [`${count} labels have their`, 'their names or addresses'];
  return `On sheets ${have} number alone, since no PDF can write ${their}: ${whoseWords(unprintable)}. Write there by hand what the CSV has.`;
}

const wordsOf = ({ name, labels, sheets, unprintable }: LabelsExported): string =>
  `${name}: ${labels} ${labels === 1 ? 'label' : 'labels'}${sheets > 0 ? ` on ${sheets} ${sheets === 1 ? 'sheet' : 'sheets'}` : ''}.${unprintable ? ` ${unprintableWords(unprintable)}` : ''}`;
