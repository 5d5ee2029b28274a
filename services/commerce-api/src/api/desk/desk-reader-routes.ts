import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { find } from '../../desk/find/find.ts';
import { readSearches } from '../../desk/find/read-searches.ts';
import { cancelSubscription } from '../../desk/readers/cancel-subscription.ts';
import { changeAddressFor } from '../../desk/readers/change-address-for.ts';
import { compNewReader, compSubscription } from '../../desk/readers/comp-subscription.ts';
import { endDonationFor } from '../../desk/readers/end-donation-for.ts';
import { askToErase, eraseReader } from '../../desk/readers/erase-reader.ts';
import { seeAsReader } from '../../desk/readers/see-as-reader.ts';
import { endSessionsFor } from '../../desk/readers/end-sessions-for.ts';
import { leaveListFor } from '../../desk/readers/leave-list-for.ts';
import { readLetters } from '../../desk/readers/read-letters.ts';
import { readReaderPage, readToday } from '../../desk/reader-pages/read-reader-page.ts';
import { readReaders } from '../../desk/reader-pages/read-readers.ts';
import { exportReader, resendLetter, sendLogin } from '../../desk/readers/send-again.ts';
import { sendCopy } from '../../desk/readers/send-copy.ts';
import { switchAutorenewFor } from '../../desk/readers/switch-autorenew-for.ts';
import { takeBack } from '../../desk/take-back/take-back.ts';
import { exportPeople } from '../../desk/reader-pages/export-people.ts';
import { writeNote } from '../../desk/readers/write-note.ts';
import { readMoneyWork, readWorkList } from '../../desk/today/work-lists.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { shippingConfig } from '../../publication/shipping-config.ts';
import { sendFile } from './send-file.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

export function deskReaderRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskFind, (_c, { person }, { query }) => find(deps, person, query.q));

  serveDesk(routes, deps, deskEndpoints.deskSearches, (_c, _asker, { query }) => readSearches(deps, query));

  serveDesk(routes, deps, deskEndpoints.deskToday, (_c, { person }) => readToday(deps, person));
  serveDesk(routes, deps, deskEndpoints.deskTodayMoney, async (_c, { person }) => ({ work: await readMoneyWork(deps, person) }));

  serveDesk(routes, deps, deskEndpoints.deskList, (_c, { person }, { params }) => readWorkList(deps, person, params.list));

  serveDesk(routes, deps, deskEndpoints.deskReaders, (_c, _asker, { query }) => readReaders(deps, query));

  serveDesk(routes, deps, deskEndpoints.deskExportPeople, async (c, { person, network }, { body }) =>
    sendFile(c, deps, await exportPeople(deps, person, { ...body, network })),
  );

  serveDesk(routes, deps, deskEndpoints.deskLetters, (_c, _asker, { params, query }) => readLetters(deps, { ...params, ...query }));

  serveDesk(routes, deps, deskEndpoints.deskReader, (_c, asker, { params }) => readReaderPage(deps, asker, params.owner));

  serveDesk(routes, deps, deskEndpoints.deskWriteNote, async (_c, { person, network }, { params, body }) => ({
    note: await writeNote(deps, person, { ...params, ...body, network }),
  }));

  serveDesk(routes, deps, deskEndpoints.deskZones, async () => shippingConfig((await deps.publication.now()).zones, { inclusive: false }));

  serveDesk(routes, deps, deskEndpoints.deskChangeAddress, (_c, { person, network }, { params, query, body }) =>
    changeAddressFor(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskSwitchAutorenew, (_c, { person, network }, { params, query, body }) =>
    switchAutorenewFor(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskCancelSubscription, (_c, { person, network }, { params, query, body }) =>
    cancelSubscription(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskComp, (_c, { person, network }, { params, query, body }) =>
    compSubscription(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskCompNew, (_c, { person, network }, { query, body }) =>
    compNewReader(deps, person, { ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskSendCopy, (_c, { person, network }, { params, query, body }) =>
    sendCopy(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskEndDonation, (_c, { person, network }, { params, query, body }) =>
    endDonationFor(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskLeaveList, (_c, { person, network }, { params, query, body }) =>
    leaveListFor(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskSeeAsReader, (_c, { person, network }, { params, body }) =>
    seeAsReader(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskAskToErase, (_c, { person, network }, { params, query, body }) =>
    askToErase(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskErase, (_c, { person, network }, { params, query, body }) =>
    eraseReader(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskEndSessions, (_c, { person, network }, { params, query, body }) =>
    endSessionsFor(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskResendLetter, (_c, { person, network }, { params, query, body }) =>
    resendLetter(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskSendLogin, (_c, { person, network }, { params, query, body }) =>
    sendLogin(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskExportReader, (_c, { person, network }, { params, query, body }) =>
    exportReader(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskTakeBack, (_c, { person, network }, { params, query, body }) =>
    takeBack(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
