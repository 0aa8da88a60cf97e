import type { ReactNode } from 'react'
import { Card, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { Fold } from '#client/ui/office/fold.tsx'
import { plural } from '#client/ui/core/texts.ts'
import { officePaths } from './office-paths.ts'

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
  return (
    <Card px="md" py={2}>
      <Fold summary={summary}>
        {() => (
          <Tiles component="ul" min="24rem" gap="4px 20px" mah="22rem" fz="sm" pb="sm" style={{ overflowY: 'auto' }}>
            {customers.map(({ customerID, refId, customer, address, suburb }) => (
              <li key={customerID}>
                <Link to={officePaths.customer(customerID)}>{customer}</Link>{' '}
                <Text span c="dimmed">
                  {refId} · {address}, {suburb}
                </Text>
              </li>
            ))}
            {count > customers.length ? (
              <Text component="li" c="dimmed">
                {plural(count - customers.length, 'and {{count}} more', 'and {{count, number}} more')}
              </Text>
            ) : null}
          </Tiles>
        )}
      </Fold>
    </Card>
  )
}
