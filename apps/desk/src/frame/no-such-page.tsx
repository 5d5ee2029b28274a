import { Link } from '@tanstack/react-router';
import { Heading } from '../parts/page-parts.tsx';

export function NoSuchPage() {
  return (
    <>
      <Heading text="There is no such page" />
      <p>
        The address may be mistyped, or of another desk. <Link to="/">Today</Link> has what waits.
      </p>
    </>
  );
}
