import { IssueNumber } from './desk-issues.ts';
import {
  CalibrationDrawn,
  DeskPost,
  DrawCalibration,
  ExportLabels,
  DeskReturned,
  LabelsExported,
  MakePostLists,
  PostReturned,
  ReturnToSender,
  PostListsMade,
} from './desk-post.ts';
import { Dry } from './desk-verbs.ts';
import type { DeskEndpoint } from './desk-endpoint.ts';

/** Print in the post: lists, labels, and copies that came back. */
export const postEndpoints = {
  deskPost: {
    method: 'GET',
    path: '/api/desk/issues/{number}/post',
    summary: 'What is posted of an issue: its lists, and who is missing an address',
    params: { number: IssueNumber },
    answer: DeskPost,
    refuses: [404],
    verb: 'makePostLists',
  },
  deskMakePostLists: {
    method: 'POST',
    path: '/api/desk/issues/{number}/lists',
    summary: 'Freeze and number the lists of what is posted of an issue, or late ones of who was owed a copy since',
    params: { number: IssueNumber },
    query: { dry: Dry },
    body: MakePostLists,
    answer: PostListsMade,
    refuses: [404, 409],
    verb: 'makePostLists',
  },
  deskExportLabels: {
    method: 'POST',
    path: '/api/desk/issues/{number}/lists/export',
    summary: 'Take labels of a list: on sheets as PDF, or as CSV for a mail house',
    params: { number: IssueNumber },
    body: ExportLabels,
    answer: LabelsExported,
    refuses: [404],
    verb: 'exportLabels',
  },
  deskCalibration: {
    method: 'POST',
    path: '/api/desk/calibration',
    summary: 'A sheet that shows how far a printer is off its labels',
    body: DrawCalibration,
    answer: CalibrationDrawn,
    verb: 'printLabels',
  },
  deskReturned: {
    method: 'GET',
    path: '/api/desk/post/returned',
    summary: 'Copies that came back, the newest first',
    answer: DeskReturned,
    verb: 'returnToSender',
  },
  deskReturnToSender: {
    method: 'POST',
    path: '/api/desk/post/returned',
    summary: 'Note that a copy came back: its reader is asked for another address, and nothing is posted to this one',
    query: { dry: Dry },
    body: ReturnToSender,
    answer: PostReturned,
    refuses: [404, 409],
    verb: 'returnToSender',
  },
} as const satisfies Record<string, DeskEndpoint>;
