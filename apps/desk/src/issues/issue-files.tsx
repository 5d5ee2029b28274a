import { issuesEndpoints } from '@newsstand/contracts/desk-endpoints-issues';
import {
  MOST_BYTES,
  type DeskIssue,
  type GivenFile,
  type IssueFile,
  type KeptUpload,
  type UploadFormat,
} from '@newsstand/contracts/desk-issues';
import { displayMoment } from '@newsstand/contracts/display-date';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call, sendFile } from '../session/call.ts';
import type { Facts } from '../acts/changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { Words } from '../parts/filters.tsx';
import { Part } from '../parts/page-parts.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { TakeBackDialog } from '../acts/take-back.tsx';
import { momentIn } from '../parts/words.ts';

const NAMES: Record<UploadFormat, string> = { pdf: 'PDF', epub: 'EPUB', cover: 'Cover' };
const ACCEPT: Record<UploadFormat, string> = {
  pdf: 'application/pdf,.pdf',
  epub: 'application/epub+zip,.epub',
  cover: 'image/jpeg,image/png,image/webp,image/avif',
};

const megabytes = (bytes: number): string =>
  bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** All times of an issue’s page are by the publication’s clock. */
const comesFrom = ({ from, size, width, height, by, uploaded }: IssueFile, zone: string): string => {
  if (from === 'texts') return 'Made of its texts';
  if (from === 'folder') return 'From the publication’s folder';
  const measures = width === null ? '' : `, ${width} × ${height} px`;
  return `${megabytes(size ?? 0)}${measures}, uploaded by ${by}${uploaded === null ? '' : `, ${momentIn(uploaded, zone)}`}`;
};

/** With which files it was given to readers, as its protocol says it. */
export const givenWords = (given: readonly GivenFile[], zone: string): string =>
  `Files of then: ${given
    .map(({ format, from, size, by, uploaded }) => {
      const name = format === 'cover' ? 'cover' : NAMES[format];
      if (from === 'texts') return `${name}, made of its texts`;
      if (from === 'folder') return `${name}, from the publication’s folder`;
      return `${name}, ${megabytes(size ?? 0)}, uploaded by ${by}${uploaded === null ? '' : `, ${displayMoment(uploaded, zone)}`}`;
    })
    .join('; ')}`;

const fileOf = ({ files }: DeskIssue, { format, ...opened }: IssueFile): IssueFile =>
  files.find((one) => one.format === format) ?? { format, ...opened };
const fileFacts = (file: IssueFile, zone: string): Facts => ({
  [NAMES[file.format]]: comesFrom(file, zone),
  ...(file.alt !== '' && { 'What it shows': file.alt }),
});

type Open = { act: 'upload' | 'undo'; file: IssueFile };

/** Its PDF, EPUB and cover: where each is from, and others in their place. */
export function IssueFiles({ issue, onDone }: { issue: DeskIssue; onDone: (text: string) => void }) {
  const may = useMay('uploadIssueFile');
  const { time_zone: zone } = useSignedIn();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = (text: string) => {
    close();
    onDone(text);
  };
  return (
    <Part title="Files" none={false}>
      <ul className={styles['notes']}>
        {issue.files.map((file) => (
          <li key={file.format} className={styles['file']}>
            <strong>{NAMES[file.format]}</strong>
            <span>
              {comesFrom(file, zone)}
              {file.alt !== '' && <small> “{file.alt}”</small>}
            </span>
            {may && (
              <span className={styles['file-acts']}>
                <button type="button" className={styles['small']} onClick={() => setOpen({ act: 'upload', file })}>
                  {file.from === 'desk' ? 'Replace' : 'Upload'}
                  <span className={styles['unseen']}> {NAMES[file.format]}</span>
                </button>
                {file.undo !== null && (
                  <button type="button" className={styles['small']} onClick={() => setOpen({ act: 'undo', file })}>
                    Undo<span className={styles['unseen']}>: {NAMES[file.format]}</span>
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {open?.act === 'upload' && <Upload issue={issue} opened={open.file} onDone={done} onClose={close} />}
      {open?.act === 'undo' && <Undo issue={issue} opened={open.file} onDone={done} onClose={close} />}
    </Part>
  );
}

type DialogProps = { issue: DeskIssue; opened: IssueFile; onDone: (text: string) => void; onClose: () => void };

const INSTEAD: Record<IssueFile['from'], string> = {
  desk: 'It takes the place of the one that was uploaded before; whoever is downloading that goes on with it.',
  folder: 'It takes the place of that of the publication’s folder, also when the folder is applied again.',
  texts: 'It takes the place of the one that is made of its texts.',
};

/** A file is sent as soon as it is chosen, and looked at; only the button makes it the issue's. */
const Upload = ({ issue, opened, onDone, onClose }: DialogProps) => {
  const { time_zone: zone } = useSignedIn();
  const { number } = issue;
  const { format, version } = fileOf(issue, opened);
  const [alt, setAlt] = useState(opened.alt);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  const name = NAMES[format];
  const sending = useMutation({ mutationFn: (file: File) => send(file, format) });
  const kept = sending.data;
  const isMissing = kept === undefined || sending.isPending || (format === 'cover' && alt.trim() === '');
  return (
    <ActDialog
      title={`${name} of issue ${number}`}
      verb={`Make it the ${name} of issue ${number}`}
      about={['issue', String(number)]}
      shown={{
        now: issue,
        says: (now) => fileFacts(fileOf(now, opened), zone),
        typed: { [name]: kept ? keptWords(kept) : 'Another file' },
      }}
      wish={isMissing ? null : { format, hash: kept.hash, alt }}
      send={(wish, { action, dry }) =>
        call(issuesEndpoints.deskPutIssueFile, {
          params: { number: String(number) },
          query: dry ? { dry: '' } : {},
          body: { action, version, ...wish },
        })
      }
      happens={({ replaces, out }) => [
        INSTEAD[replaces],
        format === 'cover' ? 'It is shown from now on, wherever the issue is.' : givenTo(out),
        'It can be taken back for 30 days.',
      ]}
      done={() => `Issue ${number} has a new ${name}.`}
      fields={new Set(['alt'])}
      onErrors={setErrors}
      {...{ onDone, onClose }}
    >
      <div className={styles['choice']}>
        <label htmlFor={id}>
          {format === 'cover' ? 'JPEG, PNG, WebP or AVIF' : `${name} file`}, up to {MOST_BYTES[format] / 1_000_000} MB
        </label>
        <input
          id={id}
          type="file"
          accept={ACCEPT[format]}
          aria-describedby={`${id}-said`}
          onChange={({ currentTarget: { files } }) => files?.[0] && sending.mutate(files[0])}
        />
        <output id={`${id}-said`} className={sending.isError ? styles['bad'] : undefined}>
          {sending.isPending ? 'It is sent and looked at …' : sending.isError ? sending.error.message : kept ? keptWords(kept) : ''}
        </output>
      </div>
      {format === 'cover' && <Words label="What it shows, in words" name="alt" value={alt} error={errors['alt']} onChange={setAlt} />}
    </ActDialog>
  );
};

const keptWords = ({ size, width, height }: KeptUpload): string =>
  `It is here and is what it should be: ${megabytes(size)}${width === null ? '' : `, ${width} × ${height} px`}.`;

async function send(file: File, format: UploadFormat): Promise<KeptUpload> {
  if (file.size > MOST_BYTES[format]) throw new Error(`It is larger than ${MOST_BYTES[format] / 1_000_000} MB.`);
  return sendFile(issuesEndpoints.deskKeepFile, { format }, { file, type: 'application/octet-stream' });
}

const Undo = ({ issue, opened, onDone, onClose }: DialogProps) => {
  const { time_zone: zone } = useSignedIn();
  const { number } = issue;
  const { format, undo } = opened;
  return (
    <TakeBackDialog
      done={undo ?? ''}
      title={`Undo: ${NAMES[format]} of issue ${number}`}
      shown={{ now: issue, says: (now) => fileFacts(fileOf(now, opened), zone), typed: { [NAMES[format]]: 'What was there before' } }}
      about={['issue', String(number)]}
      happens={() => ['What was there before is there again.', 'Nobody is written to.']}
      {...{ onDone, onClose }}
    />
  );
};

const givenTo = (out: boolean): string =>
  out
    ? 'The issue is out: whoever holds it is given this one from now on.'
    : 'Nobody is given it before the issue is out, and then only who holds it.';
