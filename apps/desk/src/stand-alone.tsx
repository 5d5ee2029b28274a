// The desk as its browser tests have it: one test after the other begins it anew in one document.
import { beginsInPlace } from '@newsstand/build/stand-alone';
import { openDesk } from './app.tsx';
import { deskElement } from './parts/desk-element.ts';

const place = deskElement();
beginsInPlace(() => openDesk(place));
