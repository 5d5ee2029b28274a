export { History, Searches } from './history.tsx';
export { Import } from './import.tsx';
export { Imports } from './imports.tsx';
export { Jobs } from './jobs.tsx';
export { Staff } from './staff.tsx';
