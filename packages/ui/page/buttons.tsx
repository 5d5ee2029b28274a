import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { LinkButton } from '../src/link-button.tsx';
import { Price } from '../src/price.tsx';
import { Skeleton } from '../src/skeleton.tsx';
import { Spinner } from '../src/spinner.tsx';
import { WordsWithAddress } from '../src/words-with-address.tsx';
import { Example, Row } from './example.tsx';

export const Buttons = () => {
  const [clicks, setClicks] = useState(0);
  const click = () => setClicks(clicks + 1);
  return (
    <>
      <Example name="Button" about="Three kinds. A busy button keeps the focus and ignores clicks; a disabled one should say why nearby.">
        <Row>
          <Button onClick={click}>Proceed to Payment</Button>
          <Button kind="secondary" onClick={click}>
            Browse Store
          </Button>
          <Button kind="quiet" onClick={click}>
            Remove
          </Button>
        </Row>
        <Row>
          <Button busy onClick={click}>
            Processing Order
          </Button>
          <Button kind="secondary" busy onClick={click}>
            Loading
          </Button>
        </Row>
        <Row>
          <Button disabled>Place Order</Button>
          <Button kind="secondary" disabled>
            Apply
          </Button>
          <Button kind="quiet" disabled>
            Remove
          </Button>
        </Row>
        <p>
          Clicks: <output aria-label="Clicks">{clicks}</output>
        </p>
      </Example>
      <Example
        name="ViewOnly"
        about="Where the page says data-newsstand-view-only (staff looks at a reader's page), buttons that change something are disabled."
      >
        <form aria-label="What changes something" onSubmit={(event) => event.preventDefault()}>
          <Row>
            <Button type="submit">Place Order</Button>
            <Button kind="secondary" busy={false}>
              Add to Cart
            </Button>
            <Button kind="quiet" changes>
              Remove
            </Button>
            <Button kind="secondary" busy={false} changes={false}>
              Log out
            </Button>
          </Row>
        </form>
      </Example>
      <Example name="LinkButton" about="A link that looks like a button, for what goes somewhere.">
        <Row>
          <LinkButton href="#store">Browse Store</LinkButton>
          <LinkButton href="#checkout" kind="secondary">
            Proceed to Checkout
          </LinkButton>
        </Row>
      </Example>
      <Example name="WordsWithAddress" about="Words with the support's address in them, as a link to write there.">
        <p>
          <WordsWithAddress
            words="Write to consulate@exclave.example.org and we will find it together."
            address="consulate@exclave.example.org"
          />
        </p>
      </Example>
      <Example name="Price" about="Cents as dollars and cents; what it was before is struck through, and said.">
        <Row>
          <Price cents={2800} />
          <Price cents={2100} was={2800} />
          <Price cents={0} />
        </Row>
      </Example>
      <Example name="Spinner and Skeleton" about="Something is on its way.">
        <Row>
          <Spinner label="Loading" />
        </Row>
        <Skeleton />
      </Example>
    </>
  );
};
