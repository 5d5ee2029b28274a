import { LinkButton } from '../src/link-button.tsx';
import { Addresses } from './addresses.tsx';
import { Buttons } from './buttons.tsx';
import styles from './catalogue.module.css';
import { Forms } from './forms.tsx';
import { Logins } from './logins.tsx';
import { Messages } from './messages.tsx';
import { Mounting } from './mounting.tsx';
import { Overlays } from './overlays.tsx';
import { Payment } from './payment.tsx';
import { PaymentPlaces } from './payment-places.tsx';
import { SelectBoxes } from './select-boxes.tsx';
import { Tokens } from './tokens.tsx';

/** Every component in every state it can be in. */
export const Catalogue = () => (
  <main className={styles.page}>
    <header className={styles.header}>
      <h1 className={styles.title}>Newsstand components</h1>
      <p>What every widget is made of. Add a state here when you add one to a component: its tests run on this page.</p>
      <nav className={styles.themes} aria-label="Theme">
        <LinkButton kind="quiet" href="?theme=light">
          Light
        </LinkButton>
        <LinkButton kind="quiet" href="?theme=dark">
          Dark
        </LinkButton>
        <LinkButton kind="quiet" href="?theme=auto">
          As the system
        </LinkButton>
        <LinkButton kind="quiet" href="?hostile">
          In a hostile CMS page
        </LinkButton>
      </nav>
    </header>
    <Tokens />
    <Buttons />
    <Forms />
    <SelectBoxes />
    <Addresses />
    <Logins />
    <Messages />
    <Overlays />
    <Payment />
    <PaymentPlaces />
    <Mounting />
  </main>
);
