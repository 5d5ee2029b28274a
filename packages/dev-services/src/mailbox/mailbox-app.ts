import { Hono } from 'hono';
import * as v from 'valibot';
import { layout, pageFiles, pageHeaders } from '../page/layout.ts';
import { mailHeader, mailView } from './mail-view.ts';
import { listHeader, listView } from './list-view.ts';
import type { Mails } from './mails.ts';
import { withPictures } from './with-pictures.ts';

const Refusal = v.object({ address: v.pipe(v.string(), v.email()) });
const Wanted = v.object({
  to: v.string(),
  after: v.optional(v.pipe(v.string(), v.transform(Number), v.integer()), '0'),
  timeout: v.optional(v.pipe(v.string(), v.transform(Number), v.maxValue(60_000)), '10000'),
});

/** The pages to read mail, and /api for tests in other processes. */
export function createMailboxApp(mails: Mails, refuse: (address: string) => void) {
  const api = new Hono()
    .get('/mails', (c) => c.json(mails.list(c.req.query('to'))))
    .delete('/mails', (c) => {
      mails.clear();
      return c.body(null, 204);
    })
    .get('/mails/next', async (c) => {
      const wanted = v.safeParse(Wanted, c.req.query());
      if (!wanted.success) return c.json({ errors: v.flatten(wanted.issues).nested }, 400);
      const { to, ...wait } = wanted.output;
      return mails.next(to, { ...wait, signal: c.req.raw.signal }).then(
        (mail) => c.json(mail),
        (error: unknown) => c.json({ errors: error instanceof Error ? error.message : 'no mail' }, 404),
      );
    })
    .post('/refuse', async (c) => {
      const refusal = v.safeParse(Refusal, await c.req.json());
      if (!refusal.success) return c.json({ errors: v.flatten(refusal.issues).nested }, 400);
      refuse(refusal.output.address);
      return c.body(null, 204);
    });

  const pages = new Hono()
    .use(pageHeaders)
    .get('/', (c) => {
      const to = c.req.query('to');
      const live = { asks: '/revision', revision: mails.revision() };
      return c.html(layout({ title: 'Mailbox', header: listHeader(to), main: listView(mails.list(to).toReversed()), live }));
    })
    .get('/revision', (c) => c.text(String(mails.revision())))
    .get('/mail/:id', (c) => {
      const mail = mails.get(Number(c.req.param('id')));
      return mail ? c.html(layout({ title: mail.subject, header: mailHeader(), main: mailView(mail) })) : c.notFound();
    });

  return new Hono()
    .route('/api', api)
    .route('/', pageFiles())
    .get('/mail/:id/html', async (c) => {
      const id = Number(c.req.param('id'));
      const [mail, raw] = [mails.get(id), mails.raw(id)];
      // Somebody else's HTML: no script, no request to anywhere, whatever it asks for. Its links open beside the
      // mailbox.
      const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox";
      if (!mail || !raw) return c.notFound();
      return c.html(`<base target="_blank">${await withPictures(mail.html, raw)}`, 200, { 'content-security-policy': policy });
    })
    .get('/mail/:id/source', (c) => {
      const raw = mails.raw(Number(c.req.param('id')));
      return raw ? c.text(new TextDecoder().decode(raw)) : c.notFound();
    })
    .route('/', pages);
}
