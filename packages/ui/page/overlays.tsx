import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { ConfirmDialog } from '../src/confirm-dialog.tsx';
import { Dialog } from '../src/dialog.tsx';
import { Drawer } from '../src/drawer.tsx';
import { SelectBox } from '../src/select-box.tsx';
import { Example, Row } from './example.tsx';

export const Overlays = () => {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null);
  const [answer, setAnswer] = useState('none');
  const [country, setCountry] = useState<string | null>(null);
  const close = () => setOpen(null);
  const answered = (text: string) => {
    setAnswer(text);
    close();
  };
  return (
    <Example
      name="Dialog, ConfirmDialog, Drawer"
      about="The browser's own modal dialog: Escape closes it and the focus goes back to what opened it."
    >
      <Row>
        <Button kind="secondary" onClick={() => setOpen('dialog')}>
          Open dialog
        </Button>
        <Button kind="secondary" onClick={() => setOpen('confirm')}>
          Remove all
        </Button>
        <Button kind="secondary" onClick={() => setOpen('drawer')}>
          Open cart
        </Button>
      </Row>
      <p>
        Answer: <output aria-label="Answer">{answer}</output>
      </p>
      <Dialog title="Where shall we send it?" open={open === 'dialog'} onClose={close} closeOnBackdrop>
        <SelectBox
          label="Country"
          name="dialog-country"
          options={[{ code: 'US', names: ['United States'] }]}
          value={country}
          onChange={setCountry}
        />
      </Dialog>
      <ConfirmDialog open={open === 'confirm'} onOk={() => answered('Ok')} onCancel={() => answered('Cancel')} />
      <Drawer title="Your cart" open={open === 'drawer'} onClose={close}>
        <p>Try adding a product from our store to your cart first and then return to this page to complete your checkout.</p>
      </Drawer>
    </Example>
  );
};
