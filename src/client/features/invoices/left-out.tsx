import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { byKey } from '#domain/by-key.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import styles from './invoices.module.css'

interface LeftOutOne {
  readonly customerID: string
  readonly customer: string
  readonly reason: string
  /** Null or absent: the whole customer was left out. */
  readonly invoiceID?: string | null
  readonly number?: string | null
}

export function LeftOutList({ items }: { items: readonly LeftOutOne[] }) {
  const reasons = [...byKey(items, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  return (
    <dl className={`${styles.leftOut} ${items.some(({ invoiceID }) => invoiceID) ? '' : styles.names}`}>
      {reasons.map(([reason, those]) => (
        <div key={reason}>
          <dt>
            {reason}{' '}
            <Text span c="dimmed" fw={400}>
              ({those.length})
            </Text>
          </dt>
          <dd>
            <ul>
              {those.map(({ customerID, customer, invoiceID = null, number }) => (
                <li key={invoiceID ?? customerID}>
                  <Link to={officePaths.customer(customerID, 'ledger')}>{customer}</Link>
                  {invoiceID === null ? null : (
                    <>
                      {' '}
                      <Link to={officePaths.invoice(invoiceID)}>{number}</Link>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
