import { parcelsEndpoints } from '@newsstand/contracts/desk-endpoints-parcels';
import type { BatchDissolved, DeskBatch, PrintBatch } from '@newsstand/contracts/desk-parcels';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { ParcelRow, Slip } from './parcel.tsx';
import parcels from './parcels.module.css';
import { proved } from '../session/show-key.ts';
import { useMay, useSignedIn } from '../session/session.tsx';
import { saveBytes, saveFile } from '../parts/save-file.ts';
import { SelectField } from '../parts/select-field.tsx';
import { SheetFields, SHEETS, useSheet } from '../parts/sheet-fields.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { day, whoseWords } from '../parts/words.ts';

/** A batch: what is picked for it, and its slips, as they are printed. */
export function Batch() {
  const { number } = useParams({ from: '/parcels/batches/$number' });
  const query = useQuery({ queryKey: ['batch', number], queryFn: () => call(parcelsEndpoints.deskBatch, { params: { number } }) });
  return (
    <Asked query={query} what={`batch ${number}`} heading={`Batch ${number}`}>
      {(batch) => <BatchPage batch={batch} />}
    </Asked>
  );
}

const BatchPage = ({ batch }: { batch: DeskBatch }) => {
  const { magazine } = useSignedIn();
  const packs = useMay('packBatch');
  const navigate = useNavigate();
  const [dissolving, setDissolving] = useState(false);
  const open = batch.parcels.filter(({ sent }) => sent === null);
  const sent = batch.parcels.filter((parcel) => parcel.sent !== null);
  const file = useFile(String(batch.number));
  const [told, setTold] = useState('');
  const slips = usePrinted(String(batch.number), setTold);
  const [labelling, setLabelling] = useState(false);
  return (
    <>
      <Heading text={`Batch ${batch.number}`} />
      <p className={styles['facts']}>
        made {day(batch.created)} · {sent.length} of {batch.parcels.length} sent
      </p>
      <div className={styles['acts']}>
        {packs && (
          <Button busy={slips.isPending} onClick={() => slips.mutate({ as: 'slips', skip: 0, dx: 0, dy: 0 })}>
            List and slips as PDF
          </Button>
        )}
        {packs && (
          <Button kind="secondary" onClick={() => setLabelling(true)}>
            Address labels…
          </Button>
        )}
        {packs && (
          <Button kind="secondary" busy={file.isPending} disabled={open.length === 0} onClick={() => file.mutate()}>
            CSV for a carrier
          </Button>
        )}
        {packs && (
          <Button kind="secondary" disabled={sent.length > 0} onClick={() => setDissolving(true)}>
            Unpack…
          </Button>
        )}
        <Link to="/parcels/scan">Scan and send</Link>
      </div>
      {sent.length > 0 && open.length > 0 && (
        <p className={styles['facts']}>Sent already, and without a slip here: {sent.map(({ code }) => code).join(', ')}.</p>
      )}
      {sent.length > 0 && open.length > 0 && (
        <p className={`${styles['facts']} ${parcels['shown']}`}>It cannot be unpacked any more: some of it is sent.</p>
      )}
      {file.isError && <Notice kind="error">{file.error.message} No file was made.</Notice>}
      {told !== '' && <Notice kind="info">{told}</Notice>}
      {slips.isError && <Notice kind="error">{slips.error.message} No file was made.</Notice>}
      {labelling && (
        <AddressLabels number={String(batch.number)} parcels={batch.parcels.length} onTold={setTold} onClose={() => setLabelling(false)} />
      )}
      {dissolving && (
        <ActDialog<number, BatchDissolved, DeskBatch>
          title={`Unpack batch ${batch.number}`}
          verb={`Unpack batch ${batch.number}`}
          about={['batch', String(batch.number)]}
          shown={{
            now: batch,
            says: ({ parcels: all }) => ({ Sent: `${all.filter((one) => one.sent !== null).length} of ${all.length}` }),
          }}
          wish={batch.number}
          send={(wish, { action, dry }) =>
            call(parcelsEndpoints.deskDissolveBatch, {
              params: { number: String(wish) },
              ...(dry && { query: { dry: '' } }),
              body: { action },
            })
          }
          happens={({ parcels: many }) => [`${many} ${many === 1 ? 'parcel is' : 'parcels are'} on the list again. Throw its slips away.`]}
          done={() => 'It is unpacked.'}
          onDone={() => void navigate({ to: '/parcels' })}
          onClose={() => setDissolving(false)}
        />
      )}
      <Part title="Picking list" none={batch.picking.length === 0 && 'Everything of this batch is sent.'}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Good</th>
              <th scope="col">Kind</th>
              <th scope="col" className={styles['end']}>
                Pieces
              </th>
            </tr>
          </thead>
          <tbody>
            {batch.picking.map(({ type, ref, name, detail, quantity }) => (
              <tr key={`${type} ${ref}`}>
                <th scope="row">{name}</th>
                <td>{detail}</td>
                <td className={styles['end']}>{quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      {sent.length > 0 && (
        <div className={parcels['shown']}>
          <Part title="Sent">
            <ul className={parcels['parcels']}>
              {sent.map((parcel) => (
                <ParcelRow key={parcel.code} parcel={parcel} />
              ))}
            </ul>
          </Part>
        </div>
      )}
      {open.length > 0 && (
        <section className={parcels['slips']} aria-label="Slips">
          {open.map((parcel) => (
            <Slip key={parcel.code} parcel={parcel} magazine={magazine} />
          ))}
        </section>
      )}
    </>
  );
};

/** Has the service draw a PDF, which wants a passkey and stands in the history, and gives it to the browser. */
function usePrinted(number: string, onTold: (text: string) => void) {
  const session = useSignedIn();
  return useMutation({
    mutationFn: (asked: Omit<PrintBatch, 'action'>) => {
      const body = { action: crypto.randomUUID(), ...asked };
      return proved(session, () => call(parcelsEndpoints.deskPrintBatch, { params: { number }, body }));
    },
    onSuccess: ({ name, data, unprintable }) => {
      saveBytes({ name, type: 'application/pdf', data });
      onTold(
        unprintable
          ? `No PDF can write name or address of ${whoseWords(unprintable)}: there is room in it. Write it there by hand, from this page.`
          : '',
      );
    },
  });
}

type LabelsProps = { number: string; parcels: number; onTold: (text: string) => void; onClose: () => void };

const AddressLabels = ({ number, parcels: many, onTold, onClose }: LabelsProps) => {
  const on = useSheet();
  const printed = usePrinted(number, onTold);
  const isWrong = Object.keys(on.wrong).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    printed.mutate(
      { as: on.sheet, ...on.asked },
      {
        onSuccess: () => {
          on.keep();
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={`Address labels of batch ${number}`} open onClose={onClose} className={styles['act']}>
      <form onSubmit={submit} noValidate>
        <SelectField label="On" value={on.sheet} onChange={on.choose} options={SHEETS} />
        <SheetFields on={on} />
        {printed.isError && <Notice kind="error">{printed.error.message} No file was made.</Notice>}
        <div className={styles['buttons']}>
          <Button kind="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={printed.isPending} disabled={isWrong}>
            {`Take ${many} ${many === 1 ? 'label' : 'labels'}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

/** Has the service write the file, which wants a passkey and stands in the history, and gives it to the browser. */
function useFile(number: string) {
  const session = useSignedIn();
  const [action, setAction] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () => proved(session, () => call(parcelsEndpoints.deskExportBatch, { params: { number }, body: { action } })),
    onSuccess: ({ name, csv }) => {
      // Another file is another thing that is taken.
      setAction(crypto.randomUUID());
      saveFile(name, csv);
    },
  });
}
