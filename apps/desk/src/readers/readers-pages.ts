export { Reader } from './reader.tsx';
export { Readers } from './readers.tsx';
