import { code128 } from '@newsstand/contracts/code-128';

/** How tall bars are, in widths of the thinnest one, and how much is left blank beside them, which scanners ask for. */
const [TALL, QUIET] = [40, 10];

/** A slip's code as bars, with the code under them for whoever types it. */
export const Barcode = ({ code, className }: { code: string; className?: string | undefined }) => {
  const bars = code128(code);
  const wide = bars.reduce((sum, width) => sum + width, 0) + 2 * QUIET;
  const drawn = bars.flatMap((width, index) => {
    const at = bars.slice(0, index).reduce((sum, before) => sum + before, QUIET);
    return index % 2 === 0 ? [`M${at} 0h${width}v${TALL}h-${width}z`] : [];
  });
  return (
    <figure className={className}>
      <svg
        viewBox={`0 0 ${wide} ${TALL}`}
        role="img"
        aria-label={`Barcode of ${code}`}
        shapeRendering="crispEdges"
        preserveAspectRatio="none"
      >
        <path d={`M0 0h${wide}v${TALL}H0z`} fill="#fff" stroke="none" />
        <path d={drawn.join('')} fill="#000" stroke="none" />
      </svg>
      <figcaption>{code}</figcaption>
    </figure>
  );
};
