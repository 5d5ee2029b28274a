import { openDesk } from './app.tsx';
import { deskElement } from './desk-element.ts';

openDesk(deskElement());
