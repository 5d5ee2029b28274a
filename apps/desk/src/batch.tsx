import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import type { BatchDissolved, DeskBatch } from '@newsstand/contracts/desk-parcels';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { call } from './call.ts';
import styles from './desk.module.css';
import { ParcelRow, Slip } from './parcel.tsx';
import parcels from './parcels.module.css';
import { proved } from './prove.ts';
import { useMay, useSignedIn } from './session.tsx';
import { saveFile } from './save-file.ts';
import { Asked, Heading, Part } from './state.tsx';
import { day } from './words.ts';

/** A batch: what is picked for it, and its slips, as they are printed. */
export function Batch({ number }: { number: string }) {
  const query = useQuery({ queryKey: ['batch', number], queryFn: () => call(deskEndpoints.deskBatch, { params: { number } }) });
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
  return (
    <>
      <Heading text={`Batch ${batch.number}`} />
      <p className={styles['facts']}>
        made {day(batch.created)} · {sent.length} of {batch.parcels.length} sent
      </p>
      <div className={styles['acts']}>
        <Button disabled={open.length === 0} onClick={() => print()}>
          Print the list and slips
        </Button>
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
        <p className={`${styles['facts']} ${parcels['shown']}`}>It cannot be unpacked any more: some of it is sent.</p>
      )}
      {file.isError && <Notice kind="error">{file.error.message} No file was made.</Notice>}
      {dissolving && (
        <ActDialog<number, BatchDissolved>
          title={`Unpack batch ${batch.number}`}
          verb={`Unpack batch ${batch.number}`}
          about={['batch', String(batch.number)]}
          wish={batch.number}
          send={(wish, { action, dry }) =>
            call(deskEndpoints.deskDissolveBatch, {
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

/** Has the service write the file, which wants a passkey and stands in the history, and gives it to the browser. */
function useFile(number: string) {
  const session = useSignedIn();
  const [action, setAction] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () => proved(session, () => call(deskEndpoints.deskExportBatch, { params: { number }, body: { action } })),
    onSuccess: ({ name, csv }) => {
      // Another file is another thing that is taken.
      setAction(crypto.randomUUID());
      saveFile(name, csv);
    },
  });
}
