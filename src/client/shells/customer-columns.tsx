import { Link } from 'react-router-dom'
import { t } from '#client/ui/core/texts.ts'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'
import { officePaths } from './office-paths.ts'

interface Customer {
  readonly customerID: string
  readonly customer: string
}

type More = Pick<Column<Customer>, 'sort' | 'main' | 'long'> & {
  /** The tab of the customer's page; undefined: its first. */
  readonly tab?: 'invoices' | 'collections'
  /** Whether the whole row is a link to that tab. */
  readonly row?: boolean
}

/** The customer whom a row is about, by name. */
export function customerColumn({ tab, row = false, ...more }: More = {}): Column<Customer> {
  return {
    id: 'customer',
    title: t('Customer'),
    ...more,
    cell: ({ customerID, customer }) => (
      <Link {...(row && { className: rowLink })} to={officePaths.customer(customerID, tab)}>
        {customer}
      </Link>
    ),
    csv: ({ customer }) => customer,
  }
}

export const refIdColumn = ({ optional = false, sort = false }: { optional?: boolean; sort?: boolean } = {}): Column<{
  readonly refId: string
}> => ({
  id: 'refId',
  title: t('Ref ID'),
  ...(sort && { sort: 'refId' }),
  ...(optional && { optional }),
  cell: ({ refId }) => refId,
  csv: ({ refId }) => refId,
})
