import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { MOST_OFF, readLabelCode, type ExportLabels, type LabelsExported, type PostListed } from '@newsstand/contracts/desk-post';
import { LABEL_SHEETS, labelsPerSheet } from '@newsstand/contracts/label-sheets';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { call } from './call.ts';
import styles from './desk.module.css';
import { proved } from './prove.ts';
import { saveBytes } from './save-file.ts';
import { SelectField } from './select-field.tsx';
import { useSignedIn } from './session.tsx';
import { postListName } from './words.ts';

type As = ExportLabels['as'];
const PAPERS = { '5160': 'US Letter, 30 labels', '5163': 'US Letter, 10 labels', L7160: 'A4, 21 labels', L7163: 'A4, 14 labels' };
const KINDS: { value: As; label: string }[] = [
  ...LABEL_SHEETS.map((sheet) => ({ value: sheet, label: `Sheets ${sheet}: ${PAPERS[sheet]}` })),
  { value: 'csv', label: 'CSV for a mail house' },
];

type Props = { issue: number; list: PostListed; onDone: (said: string) => void; onClose: () => void };

/** Takes the labels of a list, or some of them again: as sheets to print, or as a file. */
export const Labels = ({ issue, list: { shipcode, part, last }, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const client = useQueryClient();
  const [printer, keepPrinter] = usePrinter();
  const [as, setAs] = useState<As>(printer.as);
  const [typed, setTyped] = useState({ from: '1', to: String(last), skip: '0', dx: printer.dx, dy: printer.dy });
  // Another file is another thing that is taken.
  const [action, setAction] = useState(() => crypto.randomUUID());
  const [from, to, skip] = [labelNumber(typed.from), labelNumber(typed.to), Number(typed.skip)];
  const isOnSheets = as !== 'csv';
  const most = isOnSheets ? labelsPerSheet(as) - 1 : 0;
  const wrong = {
    ...((from < 1 || from > last) && { from: `Type a number from 1 to ${last}.` }),
    ...((to < from || to > last) && { to: `Type a number from ${typed.from} to ${last}.` }),
    ...(isOnSheets && !(Number.isInteger(skip) && skip >= 0 && skip <= most) && { skip: `Type a number from 0 to ${most}.` }),
    ...(isOnSheets && !isOff(typed.dx) && { dx: `Type millimetres, ${MOST_OFF} at most.` }),
    ...(isOnSheets && !isOff(typed.dy) && { dy: `Type millimetres, ${MOST_OFF} at most.` }),
  };
  const take = useMutation({
    mutationFn: () => {
      const sheet = isOnSheets ? { skip, dx: Number(typed.dx), dy: Number(typed.dy) } : { skip: 0, dx: 0, dy: 0 };
      const body = { action, shipcode, part, as, from, to, ...sheet };
      return proved(session, () => call(deskEndpoints.deskExportLabels, { params: { number: String(issue) }, body }));
    },
    onSuccess: async (file) => {
      setAction(crypto.randomUUID());
      keepPrinter({ as, dx: typed.dx, dy: typed.dy });
      saveBytes(file);
      await client.invalidateQueries({ queryKey: ['history'] });
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
        <SelectField label="As" value={as} onChange={setAs} options={KINDS} />
        <div className={styles['fields']}>
          {field('from', 'From number')}
          {field('to', 'To number; one label again has it in both')}
          {isOnSheets && field('skip', 'Labels of the first sheet that are used already')}
          {isOnSheets && field('dx', 'Printer: millimetres to the right')}
          {isOnSheets && field('dy', 'Printer: millimetres down')}
        </div>
        {isOnSheets && <p className={styles['facts']}>Print it at its own size (100 %), not fitted to the page.</p>}
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

/** A label's number, or all of its code as it stands there; 0 for neither. */
const labelNumber = (typed: string): number => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed) : (readLabelCode(typed)?.number ?? 0));
const isOff = (typed: string): boolean => /^-?\d{1,2}(\.\d{1,2})?$/.test(typed) && Math.abs(Number(typed)) <= MOST_OFF;

const wordsOf = ({ name, labels, sheets }: LabelsExported): string =>
  `${name}: ${labels} ${labels === 1 ? 'label' : 'labels'}${sheets > 0 ? ` on ${sheets} ${sheets === 1 ? 'sheet' : 'sheets'}` : ''}.`;

type Printer = { as: As; dx: string; dy: string };
const KEPT = 'desk-labels';

/** The sheets and the printer of this table: kept by this browser. */
function usePrinter(): [Printer, (printer: Printer) => void] {
  const [printer] = useState<Printer>(() => {
    try {
      const [kind, dx = '', dy = ''] = (localStorage.getItem(KEPT) ?? '').split(' ');
      const as = KINDS.find(({ value }) => value === kind)?.value ?? '5160';
      return isOff(dx) && isOff(dy) ? { as, dx, dy } : { as, dx: '0', dy: '0' };
    } catch {
      return { as: '5160', dx: '0', dy: '0' };
    }
  });
  const keep = ({ as, dx, dy }: Printer) => {
    try {
      localStorage.setItem(KEPT, `${as} ${dx} ${dy}`);
    } catch {
      // It is asked for again.
    }
  };
  return [printer, keep];
}
