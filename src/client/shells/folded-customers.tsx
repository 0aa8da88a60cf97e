import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { plural } from '#client/ui/core/texts.ts'
import { officePaths } from './office-paths.ts'
import styles from './folded-customers.module.css'

interface Named {
  readonly customerID: string
  readonly refId: string
  readonly customer: string
  readonly address: string
  readonly suburb: string
}

interface FoldedCustomersProps {
  summary: ReactNode
  /** How many there are; the server names only the first of many. */
  count: number
  customers: readonly Named[]
}

/** Customers by name below a line that opens. Nothing is rendered until then, because there may be hundreds. */
export function FoldedCustomers({ summary, count, customers }: FoldedCustomersProps) {
  const [shown, setShown] = useState(false)
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>{summary}</summary>
      {shown ? (
        <ul className={styles.names}>
          {customers.map(({ customerID, refId, customer, address, suburb }) => (
            <li key={customerID}>
              <Link to={officePaths.customer(customerID)}>{customer}</Link>{' '}
              <span className={styles.soft}>
                {refId} · {address}, {suburb}
              </span>
            </li>
          ))}
          {count > customers.length ? (
            <li className={styles.soft}>
              {plural(count - customers.length, 'and {{count}} more', 'and {{count, number}} more')}
            </li>
          ) : null}
        </ul>
      ) : null}
    </details>
  )
}
