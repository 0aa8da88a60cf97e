import { Link, useLocation } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listCustomers } from '#contract/v1/customers.ts'
import { shortDay } from '#domain/day-words.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords } from '#domain/scheme-words.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import type { CustomerStatus } from '#domain/words.ts'
import { useTerms } from '#client/shells/terms.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'

export type CustomerRow = OutputOf<typeof listCustomers>['items'][number]

interface Words {
  t: Translate<'customers'>
  terms: Translate<'terms'>
  /** The business's: `createdAt` is shown as a day in it. */
  timeZone: string
  /** Days of another year are shown with the year. */
  today: string
}

export const customersColumns = ({ t, terms, timeZone, today }: Words): readonly Column<CustomerRow>[] => [
  { id: 'refId', title: t('refId'), sort: 'refId', cell: ({ refId }) => refId, csv: ({ refId }) => refId },
  {
    id: 'fullName',
    title: t('fullName'),
    main: true,
    sort: 'fullName',
    cell: (row) => <ToCustomer row={row} />,
    csv: ({ fullName }) => fullName,
  },
  {
    id: 'company',
    title: t('company'),
    sort: 'company',
    optional: true,
    cell: ({ company }) => company,
    csv: ({ company }) => company,
  },
  {
    id: 'address',
    title: t('address'),
    sort: 'address',
    long: true,
    cell: ({ address }) => address,
    csv: ({ address }) => address,
  },
  { id: 'suburb', title: t('suburb'), sort: 'suburb', cell: ({ suburb }) => suburb, csv: ({ suburb }) => suburb },
  { id: 'state', title: t('state'), optional: true, cell: ({ state }) => state, csv: ({ state }) => state },
  {
    id: 'postcode',
    title: t('postcode'),
    sort: 'postcode',
    optional: true,
    cell: ({ postcode }) => postcode,
    csv: ({ postcode }) => postcode,
  },
  {
    id: 'weekNumber',
    title: t('weekNumber'),
    sort: 'weekNumber',
    end: true,
    cell: ({ weekNumber }) => weekNumber ?? '–',
    csv: ({ weekNumber }) => weekNumber,
  },
  {
    id: 'runNumber',
    title: t('runNumber'),
    sort: 'runNumber',
    end: true,
    cell: ({ runNumber }) => runNumber,
    csv: ({ runNumber }) => runNumber,
  },
  {
    id: 'stopOrder',
    title: t('stopOrder'),
    sort: 'stopOrder',
    end: true,
    optional: true,
    cell: ({ stopOrder }) => stopOrder,
    csv: ({ stopOrder }) => stopOrder,
  },
  {
    id: 'status',
    title: t('status'),
    sort: 'status',
    cell: ({ status }) => <CustomerStatusBadge status={status} />,
    csv: ({ status }) => status,
  },
  {
    id: 'mobilePhone',
    title: t('mobilePhone'),
    sort: 'mobilePhone',
    optional: true,
    cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
  },
  {
    id: 'email',
    title: t('email'),
    sort: 'email',
    optional: true,
    cell: ({ email }) => email,
    csv: ({ email }) => email,
  },
  {
    id: 'servicePackage',
    title: t('servicePackage'),
    optional: true,
    cell: ({ servicePackage }) => servicePackage,
    csv: ({ servicePackage }) => servicePackage,
  },
  {
    id: 'serviceType',
    title: t('serviceType'),
    sort: 'serviceType',
    optional: true,
    cell: ({ serviceType }) => terms(`serviceType${serviceType}`),
    csv: ({ serviceType }) => serviceType,
  },
  {
    id: 'collectionScheme',
    title: t('collectionScheme'),
    sort: 'collectionScheme',
    optional: true,
    cell: ({ collectionScheme }) => collectionWords(collectionScheme),
    csv: ({ collectionScheme }) => collectionScheme,
  },
  {
    id: 'accountType',
    title: t('accountType'),
    optional: true,
    cell: ({ accountType }) => terms(`accountType${accountType}`),
    csv: ({ accountType }) => accountType,
  },
  {
    id: 'invoiceType',
    title: t('invoiceType'),
    optional: true,
    cell: ({ invoiceType }) => invoiceType,
    csv: ({ invoiceType }) => invoiceType,
  },
  {
    id: 'nextPickUp',
    title: t('nextPickUp'),
    cell: ({ nextPickUp }) => (nextPickUp === null ? '–' : shortDay(nextPickUp, today)),
    csv: ({ nextPickUp }) => nextPickUp,
  },
  moneyColumn('accountBalance', t('balance')),
  moneyColumn('totalSales', t('totalSales'), { optional: true }),
  {
    id: 'origin',
    title: t('origin'),
    optional: true,
    cell: ({ origin }) => terms(`origin${origin}`),
    csv: ({ origin }) => origin,
  },
  createdAtColumn(t('createdAt'), timeZone),
]

/** Keeps the list's filters for the way back. */
function ToCustomer({ row: { customerID, fullName, company } }: { row: CustomerRow }) {
  const { search } = useLocation()
  return (
    <Link className={rowLink} to={officePaths.customer(customerID)} state={{ list: search }}>
      {fullName || company}
    </Link>
  )
}

const TONES = { PENDING: 'warn', ACTIVE: 'good', BLOCKED: 'bad', CANCELED: 'rest' } as const satisfies Record<
  CustomerStatus,
  string
>

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  const { t } = useTerms()
  return <StateBadge tone={TONES[status]}>{t(`status${status}`)}</StateBadge>
}
