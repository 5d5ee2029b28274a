import { Button } from '../src/button.tsx';
import { Notice } from '../src/notice.tsx';
import { VisuallyHidden } from '../src/visually-hidden.tsx';
import { Example, Row } from './example.tsx';

export const Messages = () => (
  <>
    <Example name="Notice" about="A message to the reader. Errors interrupt those who listen; the rest waits for a pause.">
      <Notice kind="error" title="Your card was declined.">
        To proceed, please update your payment information.
      </Notice>
      <Notice kind="error">Sorry your order timed out.</Notice>
      <Notice kind="warning" title="LOW STOCK (ONLY 3 LEFT)" />
      <Notice kind="success" title="Address updated successfully" />
      <Notice kind="info">Card payments use a stand-in on this machine: no money moves.</Notice>
    </Example>
    <Example name="VisuallyHidden" about="Said to those who listen, not shown to those who look.">
      <Row>
        <Button kind="secondary">
          Cart <span aria-hidden="true">3</span>
          <VisuallyHidden>, with 3 things in it</VisuallyHidden>
        </Button>
      </Row>
    </Example>
  </>
);
