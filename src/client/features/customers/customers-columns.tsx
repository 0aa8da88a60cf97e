import { Link, useLocation } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listCustomers } from '#contract/v1/customers.ts'
import { shortDay } from '#domain/day-words.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords } from '#domain/scheme-words.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { refIdColumn } from '#client/shells/customer-columns.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import type { CustomerStatus } from '#domain/words.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { ACCOUNT_TYPE_WORDS, CUSTOMER_STATUS_WORDS, ORIGIN_WORDS, SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { wishInWords } from './order-wish.tsx'

export type CustomerRow = OutputOf<typeof listCustomers>['items'][number]

interface Needs {
  /** The business's: `createdAt` is shown as a day in it. */
  timeZone: string
  /** Days of another year are shown with the year. */
  today: string
}

export const customersColumns = ({ timeZone, today }: Needs): readonly Column<CustomerRow>[] => [
  refIdColumn({ sort: true }),
  {
    id: 'fullName',
    title: t('Full name'),
    main: true,
    sort: 'fullName',
    cell: (row) => <ToCustomer row={row} />,
    csv: ({ fullName }) => fullName,
  },
  plainColumn('company', t('Company'), { sort: true, optional: true }),
  plainColumn('address', t('Address'), { sort: true, long: true }),
  plainColumn('suburb', t('Suburb'), { sort: true }),
  plainColumn('state', t('State'), { optional: true }),
  plainColumn('postcode', t('Postcode'), { sort: true, optional: true }),
  {
    id: 'latitude',
    title: t('Latitude'),
    end: true,
    optional: true,
    cell: ({ latitude }) => latitude ?? '–',
    csv: ({ latitude }) => latitude ?? null,
  },
  {
    id: 'longitude',
    title: t('Longitude'),
    end: true,
    optional: true,
    cell: ({ longitude }) => longitude ?? '–',
    csv: ({ longitude }) => longitude ?? null,
  },
  plainColumn('weekNumber', t('Week'), { sort: true, end: true, dash: true }),
  plainColumn('runNumber', t('Run number'), { sort: true, end: true }),
  plainColumn('stopOrder', t('Stop order'), { sort: true, end: true, optional: true }),
  {
    id: 'orderWish',
    title: t('In the order'),
    optional: true,
    cell: ({ orderWish }) => (orderWish ? wishInWords(orderWish) : '–'),
    csv: ({ orderWish }) => orderWish ?? null,
  },
  {
    id: 'status',
    title: t('Status'),
    sort: 'status',
    cell: ({ status }) => <CustomerStatusBadge status={status} />,
    csv: ({ status }) => t(CUSTOMER_STATUS_WORDS[status]),
  },
  {
    id: 'mobilePhone',
    title: t('Mobile phone'),
    sort: 'mobilePhone',
    optional: true,
    cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
  },
  plainColumn('email', t('Email'), { sort: true, optional: true }),
  plainColumn('servicePackage', t('Service package'), { optional: true }),
  {
    id: 'serviceType',
    title: t('Service type'),
    sort: 'serviceType',
    optional: true,
    cell: ({ serviceType }) => t(SERVICE_TYPE_WORDS[serviceType]),
    csv: ({ serviceType }) => t(SERVICE_TYPE_WORDS[serviceType]),
  },
  {
    id: 'collectionScheme',
    title: t('Collection scheme'),
    sort: 'collectionScheme',
    optional: true,
    cell: ({ collectionScheme }) => collectionWords(collectionScheme),
    csv: ({ collectionScheme }) => collectionWords(collectionScheme),
  },
  {
    id: 'accountType',
    title: t('Account type'),
    optional: true,
    cell: ({ accountType }) => t(ACCOUNT_TYPE_WORDS[accountType]),
    csv: ({ accountType }) => t(ACCOUNT_TYPE_WORDS[accountType]),
  },
  plainColumn('invoiceType', t('Invoice type'), { optional: true }),
  {
    id: 'nextPickUp',
    title: t('Next collection'),
    cell: ({ nextPickUp }) => (nextPickUp === null ? '–' : shortDay(nextPickUp, today)),
    csv: ({ nextPickUp }) => nextPickUp,
  },
  moneyColumn('accountBalance', t('Balance')),
  moneyColumn('totalSales', t('Total sales'), { optional: true }),
  {
    id: 'origin',
    title: t('Origin'),
    optional: true,
    cell: ({ origin }) => t(ORIGIN_WORDS[origin]),
    csv: ({ origin }) => t(ORIGIN_WORDS[origin]),
  },
  createdAtColumn(t('Added'), timeZone),
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
  return <StateBadge tone={TONES[status]}>{t(CUSTOMER_STATUS_WORDS[status])}</StateBadge>
}
