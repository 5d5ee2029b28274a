import { createRootRoute } from '@tanstack/react-router';
import { Door } from './door.tsx';
import { NoSuchPage } from './no-such-page.tsx';

export const root = createRootRoute({ component: Door, notFoundComponent: NoSuchPage, staticData: { verb: 'staff' } });
