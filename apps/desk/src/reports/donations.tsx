import { reportsEndpoints } from '@newsstand/contracts/desk-endpoints-reports';
import type { DeskDonationYear, DonorsWritten, TakeDonorLetters } from '@newsstand/contracts/desk-donations';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Actions } from '../acts/actions.tsx';
import { proved } from '../session/show-key.ts';
import { LastAct } from '../acts/last-act.tsx';
import { saveBytes } from '../parts/save-file.ts';
import { SelectField } from '../parts/select-field.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { whoseWords } from '../parts/words.ts';

const count = (many: number, one: string, more = `${one}s`) => `${many} ${many === 1 ? one : more}`;

/** What whoever gave in a year is written: by e-mail, each once, and on paper for those whom no e-mail reaches. */
export function DonorLetters() {
  // Until somebody chooses, the year that ended last.
  const [year, setYear] = useState(() => String(new Date().getFullYear() - 1));
  const query = useQuery({
    queryKey: ['donations', year],
    queryFn: () => call(reportsEndpoints.deskDonationYear, { params: { year } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <Heading text="Letters to donors" />
      <Asked query={query} what="the donations">
        {(found) => <Year found={found} year={year} onYear={setYear} />}
      </Asked>
      <p className={styles['more']}>
        <Link to="/reports/$report" params={{ report: 'donors' }}>
          Donors
        </Link>
      </p>
    </>
  );
}

const Year = ({ found, year, onYear }: { found: DeskDonationYear; year: string; onYear: (year: string) => void }) => {
  const { years, charity, donors, given, unwritten, waiting, unreached } = found;
  const session = useSignedIn();
  const writes = useMay('writeToDonors');
  const client = useQueryClient();
  const [writing, setWriting] = useState(false);
  const [answer, setMessage] = useState('');
  const take = useTake(year, setMessage);
  const options = [...new Set([year, ...years])].toSorted().toReversed();
  const onDone = (text: string) => {
    setWriting(false);
    setMessage(text);
    void client.invalidateQueries({ queryKey: ['donations'] });
  };
  return (
    <>
      <div className={styles['year']}>
        <SelectField label="Year" value={year} onChange={onYear} options={options.map((one) => ({ value: one, label: one }))} />
      </div>
      <p className={styles['facts']}>
        {donors === 0
          ? `Nobody gave anything in ${year}.`
          : `${count(donors, 'donor')} gave ${formatCents(given)} in ${year}. ${unwritten === 0 ? 'Everybody whom e-mail reaches was written to.' : `${count(unwritten, 'letter')} not written yet.`}`}
      </p>
      <p className={styles['facts']}>
        {charity === null
          ? 'The letters say nothing of taxes: the publication’s settings do not say that it is a charity.'
          : `The letters say: ‘${charity} No goods or services were given in return for these donations.’`}
      </p>
      {waiting > 0 && (
        <p className={styles['facts']}>
          {count(waiting, 'letter')} {waiting === 1 ? 'goes' : 'go'} out within ten minutes. Until then they can be taken back below.
        </p>
      )}
      {writes && donors > 0 && (
        <div className={styles['acts']}>
          <Button disabled={unwritten === 0} onClick={() => setWriting(true)}>
            Write to donors…
          </Button>
          <Button kind="secondary" busy={take.isOf('everybody')} onClick={() => take.ask('everybody')}>
            All letters as PDF
          </Button>
          <Button kind="secondary" disabled={unreached === 0} busy={take.isOf('unreached')} onClick={() => take.ask('unreached')}>
            {`PDF for ${unreached} whom no e-mail reaches`}
          </Button>
        </div>
      )}
      <LastAct text={answer} />
      {found.history.length > 0 && (
        <Part title="History">
          <Actions actions={found.history} onOpen={() => setMessage('')} />
        </Part>
      )}
      {take.error && <Notice kind="error">{take.error.message} No file was made.</Notice>}
      {writing && (
        <ActDialog<object, DonorsWritten, number>
          title={`Write to the donors of ${year}`}
          verb={(plan) => (plan ? `Write ${count(plan.letters, 'letter')}` : 'Write letters')}
          about={['donations']}
          shown={{ now: unwritten, says: (now) => ({ 'Not written yet': count(now, 'letter') }) }}
          wish={{}}
          send={(_wish, { action, dry }) =>
            proved(session, () =>
              call(reportsEndpoints.deskWriteToDonors, {
                params: { year },
                ...(dry && { query: { dry: '' } }),
                body: { action, unwritten },
              }),
            )
          }
          happens={(plan) => [
            `${count(plan.letters, 'letter')} with ${formatCents(plan.given)} altogether ${plan.letters === 1 ? 'goes' : 'go'} out in ten minutes.`,
            'Until then they can be taken back, below on this page.',
            ...(unreached > 0 ? [`${count(unreached, 'donor')} whom no e-mail reaches: print theirs.`] : []),
          ]}
          done={(plan) => `${count(plan.letters, 'letter')} ${plan.letters === 1 ? 'goes' : 'go'} out in ten minutes.`}
          onDone={onDone}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
};

/** Has the letters drawn, which wants a passkey and stands in the history, and gives them to the browser. */
function useTake(year: string, onDone: (answer: string) => void) {
  const session = useSignedIn();
  const take = useMutation({
    mutationFn: (of: TakeDonorLetters['of']) => {
      const action = crypto.randomUUID();
      return proved(session, () => call(reportsEndpoints.deskTakeDonorLetters, { params: { year }, body: { action, of } }));
    },
    onSuccess: ({ name, letters, data, unprintable }) => {
      saveBytes({ name, type: 'application/pdf', data });
      const left = unprintable
        ? ` ${count(unprintable.count, 'donor')} left out, since no PDF can write their name or address: ${whoseWords(unprintable)}. Write theirs by hand.`
        : '';
      onDone(`${name} has ${count(letters, 'letter')}.${left} That you took it is in the history.`);
    },
  });
  return {
    ask: (of: TakeDonorLetters['of']) => take.mutate(of),
    isOf: (of: TakeDonorLetters['of']) => take.isPending && take.variables === of,
    error: take.error,
  };
}
