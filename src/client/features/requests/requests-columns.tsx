import { Link, useLocation } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listRequests } from '#contract/v1/requests.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { refIdColumn } from '#client/shells/customer-columns.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'

type RequestRow = OutputOf<typeof listRequests>['items'][number]

/** @param timeZone the business's: the day of the request is a day in it */
export function requestsColumns(timeZone: string): readonly Column<RequestRow>[] {
  const day = (instant: string) => dayOf(new Date(instant), timeZone)
  return [
    refIdColumn({ sort: true }),
    {
      id: 'fullName',
      title: t('Full name'),
      main: true,
      sort: 'fullName',
      cell: (row) => <ToRequest row={row} />,
      csv: ({ fullName }) => fullName,
    },
    plainColumn('servicePackage', t('Service package'), { sort: true }),
    plainColumn('address', t('Address'), { sort: true, optional: true }),
    plainColumn('suburb', t('Suburb'), { sort: true }),
    {
      id: 'mobilePhone',
      title: t('Mobile phone'),
      cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
      csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    },
    plainColumn('email', t('Email'), { optional: true }),
    {
      id: 'createdAt',
      title: t('Requested on'),
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDay(day(createdAt)),
      csv: ({ createdAt }) => day(createdAt),
    },
    {
      id: 'quotedAt',
      title: t('Quoted'),
      sort: 'quotedAt',
      cell: ({ quotedAt, quotedPrice }) =>
        quotedAt === null
          ? t('Not yet')
          : t('{{price}} on {{day}}', {
              price: showDollars(quotedPrice ?? 0),
              day: formatDay(day(quotedAt)),
            }),
      csv: ({ quotedAt }) => (quotedAt === null ? null : day(quotedAt)),
    },
    {
      id: 'quotedPrice',
      title: t('Price'),
      sort: 'quotedPrice',
      end: true,
      optional: true,
      cell: ({ quotedPrice }) => (quotedPrice === null ? '–' : showDollars(quotedPrice)),
      csv: ({ quotedPrice }) => quotedPrice,
    },
    {
      id: 'acceptedAt',
      title: t('Accepted'),
      sort: 'acceptedAt',
      cell: ({ acceptedAt }) =>
        acceptedAt === null ? (
          <StateBadge tone="rest">{t('Not yet')}</StateBadge>
        ) : (
          <StateBadge tone="good">{t('Accepted')}</StateBadge>
        ),
      csv: ({ acceptedAt }) => (acceptedAt === null ? null : day(acceptedAt)),
    },
    {
      id: 'possibleDouble',
      title: t('Possible duplicate'),
      cell: ({ possibleDouble }) =>
        possibleDouble === null ? null : (
          <Link
            to={officePaths.customer(possibleDouble.customerID)}
          >{`${possibleDouble.fullName} (${possibleDouble.refId})`}</Link>
        ),
      csv: ({ possibleDouble }) => possibleDouble?.refId ?? null,
    },
  ]
}

/** Keeps the list's filters for the way back. */
function ToRequest({ row: { customerID, fullName } }: { row: RequestRow }) {
  const { search } = useLocation()
  return (
    <Link className={rowLink} to={officePaths.request(customerID)} state={{ list: search }}>
      {fullName}
    </Link>
  )
}
