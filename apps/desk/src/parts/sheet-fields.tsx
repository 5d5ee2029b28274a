import { postEndpoints } from '@newsstand/contracts/desk-endpoints-post';
import { labelsPerSheet, LABEL_SHEETS, LabelSheetName, MOST_OFF } from '@newsstand/contracts/label-sheets';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from './desk.module.css';
import { saveBytes } from './save-file.ts';
import { SelectField } from './select-field.tsx';
import { useSignedIn } from '../session/session.tsx';

const PAPERS = { '5160': 'US Letter, 30 labels', '5163': 'US Letter, 10 labels', L7160: 'A4, 21 labels', L7163: 'A4, 14 labels' };
/** The sheets that there are, as they are chosen. */
export const SHEETS = LABEL_SHEETS.map((sheet) => ({ value: sheet, label: `Sheets ${sheet}: ${PAPERS[sheet]}` }));

const Printer = v.object({ name: v.string(), sheet: LabelSheetName, dx: v.string(), dy: v.string() });
type Printer = v.InferOutput<typeof Printer>;
const KEPT = 'desk-printers';
const AGAIN: Printer = { name: 'This printer', sheet: '5160', dx: '0', dy: '0' };
const ANOTHER = ' another';

/** The printers of this desk, the one that was used last first: kept by this browser. */
function readPrinters(): Printer[] {
  try {
    const kept = v.safeParse(v.array(Printer), JSON.parse(localStorage.getItem(KEPT) ?? '[]'));
    const known = kept.success ? kept.output.filter(({ dx, dy }) => isOff(dx) && isOff(dy)) : [];
    return known.length > 0 ? known : [before()];
  } catch {
    return [AGAIN];
  }
}

/** How the one printer was kept before there could be several. */
function before(): Printer {
  const [kind, dx = '', dy = ''] = (localStorage.getItem('desk-labels') ?? '').split(' ');
  const sheet = LABEL_SHEETS.find((one) => one === kind) ?? AGAIN.sheet;
  return isOff(dx) && isOff(dy) ? { ...AGAIN, sheet, dx, dy } : AGAIN;
}

/** The printer that this browser's labels were printed on last; null where they never were. */
export function lastPrinter(): (Pick<Printer, 'name' | 'sheet'> & { dx: number; dy: number }) | null {
  const [last] = readPrinters();
  return last === undefined || last === AGAIN ? null : { name: last.name, sheet: last.sheet, dx: Number(last.dx), dy: Number(last.dy) };
}

/** The sheets that were put into that printer without anybody having asked about it are those of the next time, too. */
export function keepSheet(sheet: LabelSheetName): void {
  const [last = AGAIN, ...others] = readPrinters();
  keepPrinters([{ ...last, sheet }, ...others]);
}

function keepPrinters(printers: readonly Printer[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(printers));
  } catch {
    // It is asked for again.
  }
}

const isOff = (typed: string): boolean => /^-?\d{1,2}(\.\d{1,2})?$/.test(typed) && Math.abs(Number(typed)) <= MOST_OFF;

type Wrong = { name?: string; skip?: string; dx?: string; dy?: string };
/** A sheet of labels and the printer that it is put into, as they are typed; `keep` has this browser remember them. */
export type OnSheet = {
  sheet: LabelSheetName;
  choose: (sheet: LabelSheetName) => void;
  typed: { skip: string; name: string; dx: string; dy: string };
  change: (typed: Partial<OnSheet['typed']>) => void;
  printers: Printer[];
  wrong: Wrong;
  asked: { skip: number; dx: number; dy: number };
  keep: () => void;
};

export function useSheet(): OnSheet {
  const [printers, setPrinters] = useState(readPrinters);
  const [last = AGAIN] = printers;
  const { sheet: usual = AGAIN.sheet } = useSignedIn();
  const [sheet, choose] = useState(last === AGAIN ? usual : last.sheet);
  const [typed, setTyped] = useState({ skip: '0', name: last.name, dx: last.dx, dy: last.dy });
  const skip = Number(typed.skip);
  const most = labelsPerSheet(sheet) - 1;
  const off = `Type millimetres, ${MOST_OFF} at most.`;
  return {
    sheet,
    choose,
    typed,
    change: (part) => setTyped({ ...typed, ...part }),
    printers,
    wrong: {
      ...(typed.name.trim() === '' && { name: 'Type what you call it.' }),
      ...(!(Number.isInteger(skip) && skip >= 0 && skip <= most) && { skip: `Type a number from 0 to ${most}.` }),
      ...(!isOff(typed.dx) && { dx: off }),
      ...(!isOff(typed.dy) && { dy: off }),
    },
    asked: { skip, dx: Number(typed.dx), dy: Number(typed.dy) },
    keep: () => {
      const used = { name: typed.name.trim(), sheet, dx: typed.dx, dy: typed.dy };
      const all = [used, ...printers.filter(({ name }) => name !== used.name)];
      setPrinters(all);
      keepPrinters(all);
    },
  };
}

/** Which labels are used already, which printer it is, and how far that is off: a calibration sheet shows it. */
export function SheetFields({ on }: { on: OnSheet }) {
  const { sheet, typed, change, printers, wrong, asked } = on;
  const [isAnother, setAnother] = useState(false);
  const field = (name: 'skip' | 'dx' | 'dy', label: string) => (
    <Field
      name={name}
      label={label}
      value={typed[name]}
      onChange={(value) => change({ [name]: value })}
      {...(wrong[name] !== undefined && { error: wrong[name] })}
    />
  );
  const choose = (name: string) => {
    const known = printers.find((one) => one.name === name);
    setAnother(known === undefined);
    change(known ? { name: known.name, dx: known.dx, dy: known.dy } : { name: '', dx: '0', dy: '0' });
  };
  const calibrate = useMutation({
    mutationFn: () => call(postEndpoints.deskCalibration, { body: { sheet, dx: asked.dx, dy: asked.dy } }),
    onSuccess: ({ name, data }) => saveBytes({ name, type: 'application/pdf', data }),
  });
  const names = printers.map(({ name }) => ({ value: name, label: name }));
  return (
    <>
      <div className={styles['fields']}>
        {field('skip', 'Labels of the first sheet that are used already')}
        <SelectField
          label="Printer"
          value={isAnother ? ANOTHER : typed.name}
          onChange={choose}
          options={[...names, { value: ANOTHER, label: 'Another one…' }]}
        />
        {isAnother && (
          <Field
            name="printer"
            label="What you call it"
            value={typed.name}
            onChange={(name) => change({ name })}
            {...(wrong.name !== undefined && { error: wrong.name })}
          />
        )}
        {field('dx', 'Printer: millimetres to the right')}
        {field('dy', 'Printer: millimetres down')}
      </div>
      <p className={styles['facts']}>
        Print it at its own size (100 %), not fitted to the page. A calibration sheet, held against a sheet of labels, shows whether the
        printer is off.
      </p>
      <div className={styles['acts']}>
        <Button
          kind="secondary"
          busy={calibrate.isPending}
          disabled={wrong.dx !== undefined || wrong.dy !== undefined}
          onClick={() => calibrate.mutate()}
        >
          Calibration sheet
        </Button>
      </div>
      {calibrate.isError && <Notice kind="error">{calibrate.error.message} No file was made.</Notice>}
    </>
  );
}
