import { openDesk } from './app.tsx';
import { deskElement } from './parts/desk-element.ts';

openDesk(deskElement());
