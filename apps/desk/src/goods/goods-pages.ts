export { Batch } from './batch.tsx';
export { Good } from './good.tsx';
export { Parcels } from './parcels.tsx';
export { Scan } from './scan.tsx';
export { Stock } from './stock.tsx';
