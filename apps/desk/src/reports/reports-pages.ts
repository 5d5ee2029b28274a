export { Closing, Closings } from './closings.tsx';
export { DonorLetters } from './donations.tsx';
export { Report, Reports } from './reports.tsx';
