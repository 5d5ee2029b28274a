import { DeskJobs, JobRetried, RetryJob } from './desk-jobs.ts';
import {
  ChangeStaff,
  DeskStaff,
  InviteStaff,
  KeyLinkSent,
  KeyLinkTakenBack,
  MailKeyLink,
  StaffChanged,
  TakeBackKeyLink,
} from './desk-staff.ts';
import { Dry } from './desk-verbs.ts';
import { id, type DeskEndpoint } from './desk-endpoint.ts';

/** Who works here, and the work beside the requests. */
export const staffEndpoints = {
  deskStaff: { method: 'GET', path: '/api/desk/staff', summary: 'Everybody who works here', answer: DeskStaff, verb: 'seeStaff' },
  deskChangeStaff: {
    method: 'POST',
    path: '/api/desk/staff/{staff}',
    summary: 'Change what somebody may do at the desk, or whether they may work there',
    params: { staff: id },
    query: { dry: Dry },
    body: ChangeStaff,
    answer: StaffChanged,
    refuses: [404, 409],
    verb: 'changeStaff',
  },
  deskInvite: {
    method: 'POST',
    path: '/api/desk/staff',
    summary: 'Invite somebody to work at the desk, by a letter',
    query: { dry: Dry },
    body: InviteStaff,
    answer: KeyLinkSent,
    refuses: [409],
    verb: 'inviteStaff',
  },
  deskMailKeyLink: {
    method: 'POST',
    path: '/api/desk/staff/{staff}/key-link',
    summary: 'Mail somebody who works here the link that makes a passkey, a further one or in place of a lost one',
    params: { staff: id },
    query: { dry: Dry },
    body: MailKeyLink,
    answer: KeyLinkSent,
    refuses: [404, 409],
    verb: 'inviteStaff',
  },
  deskTakeBackKeyLink: {
    method: 'POST',
    path: '/api/desk/staff/{staff}/key-link/take-back',
    summary: 'Take an invitation back, or another link that makes a passkey, before it was used',
    params: { staff: id },
    query: { dry: Dry },
    body: TakeBackKeyLink,
    answer: KeyLinkTakenBack,
    refuses: [404, 409],
    verb: 'inviteStaff',
  },
  deskJobs: {
    method: 'GET',
    path: '/api/desk/jobs',
    summary: 'What waits and what failed of the work beside the requests',
    answer: DeskJobs,
    verb: 'seeJobs',
  },
  deskRetryJob: {
    method: 'POST',
    path: '/api/desk/jobs/{job}/retry',
    summary: 'Have a letter or a message that was given up tried once more',
    params: { job: id },
    query: { dry: Dry },
    body: RetryJob,
    answer: JobRetried,
    refuses: [409],
    verb: 'retryJob',
  },
} as const satisfies Record<string, DeskEndpoint>;
