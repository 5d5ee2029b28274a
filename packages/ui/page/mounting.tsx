import { use, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../src/button.tsx';
import { Field } from '../src/field.tsx';
import { mountReact } from '../src/mount-react.tsx';
import { OneReader } from '../src/one-reader.tsx';
import { Example, Row } from './example.tsx';

/**
 * Two mount elements as a CMS has them, each with a fallback; what the widgets wait for, how they fail and how they go.
 */
export const Mounting = () => (
  <>
    <Example
      name="mountReact"
      about="The page's own fallback stays until there is something to show, and comes back when the widget throws or is taken away."
    >
      <Place name="First" />
      <Place name="Second" />
    </Example>
    <Example
      name="OneReader"
      about="What is about one reader: whoever logs in or out in another tab is somebody else, for whom the page begins anew."
    >
      <OneReader stays={() => true}>
        <p>Hello, Ada.</p>
      </OneReader>
    </Example>
  </>
);

const Place = ({ name }: { name: string }) => {
  const element = useRef<HTMLDivElement>(null);
  const unmount = useRef<() => void>(null);
  const [arrive, setArrive] = useState<() => void>();
  const [state, setState] = useState('loading');
  const id = useId();

  useEffect(() => {
    if (!element.current) return;
    let resolve = () => {};
    const promise = new Promise<void>((done) => (resolve = done));
    setArrive(() => resolve);
    element.current.replaceChildren(fallbackOf(name));
    unmount.current = mountReact(element.current, { widget: 'mailing-list.form', setState }, <Widget name={name} data={promise} />);
    return () => unmount.current?.();
  }, [name]);

  return (
    <section aria-labelledby={id}>
      <p id={id}>
        {name}: {state}
      </p>
      <Row>
        <Button kind="secondary" onClick={() => arrive?.()}>
          Data arrives
        </Button>
        <Button kind="secondary" onClick={() => unmount.current?.()}>
          Take away
        </Button>
      </Row>
      <div ref={element} />
    </section>
  );
};

/** What a CMS's template would have put there. */
const fallbackOf = (name: string): HTMLElement => {
  const link = document.createElement('a');
  link.href = '#fallback';
  link.textContent = `${name} fallback`;
  return link;
};

const Widget = ({ name, data }: { name: string; data: Promise<void> }) => {
  use(data);
  const [broken, setBroken] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // An effect that needs the page: it runs when the widget is in it.
  useEffect(() => field.current?.focus(), []);
  if (broken) throw new Error(`${name} broke.`);
  return (
    <>
      <Field label={`${name} widget`} name="widget" ref={field} />
      <Button kind="quiet" onClick={() => setBroken(true)}>
        Break
      </Button>
    </>
  );
};
