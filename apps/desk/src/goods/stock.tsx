import { parcelsEndpoints } from '@newsstand/contracts/desk-endpoints-parcels';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice } from '../parts/filters.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';

/** What there is of each good that is counted. */
export function Stock() {
  const { low } = useSearch({ from: '/stock' });
  const navigate = useNavigate();
  const query = useQuery({ queryKey: ['stock'], queryFn: () => call(parcelsEndpoints.deskStock) });
  return (
    <>
      <Heading text="Stock" />
      <search className={styles['filters']} aria-label="Which goods">
        <Choice
          label="Left"
          any="Any number"
          value={low}
          options={{ yes: 'Few' }}
          onChange={(next) => void navigate({ to: '/stock', search: { low: next }, replace: true })}
        />
      </search>
      <Asked query={query} what="the stock">
        {({ goods }) => {
          const shown = low === undefined ? goods : goods.filter((good) => good.low);
          return shown.length === 0 ? (
            <p className={styles['none']}>{low === undefined ? 'No good is counted.' : 'Of nothing there are few.'}</p>
          ) : (
            <table className={styles['table']}>
              <thead>
                <tr>
                  <th scope="col">Good</th>
                  <th scope="col" className={styles['end']}>
                    To sell
                  </th>
                  <th scope="col" className={styles['end']}>
                    To send
                  </th>
                  <th scope="col" className={styles['end']}>
                    Sold in 90 days
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ type, ref, name, detail, on_sale, stock, held, sold, low: few }) => (
                  <tr key={`${type} ${ref}`}>
                    <th scope="row" className={styles['wraps']}>
                      <Link to="/stock/$type/$ref" params={{ type, ref }} data-row>
                        {name}
                      </Link>{' '}
                      <small>
                        {detail}
                        {!on_sale && ' not on sale'}
                      </small>
                    </th>
                    <td className={styles['end']}>
                      {few && <b className={styles['bad']}>{stock > 0 ? 'few ' : 'none left '}</b>}
                      {stock}
                    </td>
                    <td className={styles['end']}>{held}</td>
                    <td className={styles['end']}>{sold}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </Asked>
    </>
  );
}
