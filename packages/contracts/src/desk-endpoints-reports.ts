import { DeskDonationYear, DonationYear, DonorLettersTaken, DonorsWritten, TakeDonorLetters, WriteToDonors } from './desk-donations.ts';
import {
  CloseMonth,
  DeskClosing,
  DeskClosings,
  DeskReport,
  DeskReportName,
  MonthClosed,
  ReportAsked,
  ReportMonth,
} from './desk-reports.ts';
import { Dry } from './desk-verbs.ts';
import type { DeskEndpoint } from './desk-endpoint.ts';

/** Figures, months that are closed, and the letters to donors. */
export const reportsEndpoints = {
  deskReport: {
    method: 'GET',
    path: '/api/desk/reports/{report}',
    summary: 'A report, read now',
    params: { report: DeskReportName },
    query: ReportAsked,
    answer: DeskReport,
    refuses: [404],
    verb: 'seeReports',
  },
  deskClosings: {
    method: 'GET',
    path: '/api/desk/closings',
    summary: 'Months that are over, and which of them were closed',
    answer: DeskClosings,
    verb: 'seeReports',
  },
  deskClosing: {
    method: 'GET',
    path: '/api/desk/closings/{month}',
    summary: 'A month: its numbers now, and those that were kept when it was closed',
    params: { month: ReportMonth },
    answer: DeskClosing,
    refuses: [404],
    verb: 'seeReports',
  },
  deskCloseMonth: {
    method: 'POST',
    path: '/api/desk/closings/{month}',
    summary: 'Close a month: its numbers are kept as they are now',
    params: { month: ReportMonth },
    query: { dry: Dry },
    body: CloseMonth,
    answer: MonthClosed,
    refuses: [404, 409],
    verb: 'closeMonth',
  },
  deskDonationYear: {
    method: 'GET',
    path: '/api/desk/donations/{year}',
    summary: 'Who gave in a year, and how far they were written to of it',
    params: { year: DonationYear },
    answer: DeskDonationYear,
    verb: 'seeDonors',
  },
  deskWriteToDonors: {
    method: 'POST',
    path: '/api/desk/donations/{year}/letters',
    summary: 'Write to everybody who gave in a year, each once, in ten minutes',
    params: { year: DonationYear },
    query: { dry: Dry },
    body: WriteToDonors,
    answer: DonorsWritten,
    refuses: [409],
    verb: 'writeToDonors',
  },
  deskTakeDonorLetters: {
    method: 'POST',
    path: '/api/desk/donations/{year}/pdf',
    summary: 'The letters to those who gave in a year, a page each, as a PDF',
    params: { year: DonationYear },
    body: TakeDonorLetters,
    answer: DonorLettersTaken,
    refuses: [404, 409, 422],
    verb: 'exportRecords',
  },
} as const satisfies Record<string, DeskEndpoint>;
