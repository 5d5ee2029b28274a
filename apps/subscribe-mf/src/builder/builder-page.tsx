import { useRef } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget } from '../widget.ts';
import { BuilderView } from './builder-view.tsx';
import { useBuilder } from './use-builder.ts';

/** `subscribe.builder`: the page /subscribe. */
export const BuilderPage = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const form = useRef<HTMLFormElement>(null);
  const builder = useBuilder(widget, form);
  return <BuilderView builder={builder} cart={widget.cart} t={widget.t} form={form} />;
};
