import { openDesk } from './app.tsx';
import { placeOfDesk } from './place.ts';

openDesk(placeOfDesk());
