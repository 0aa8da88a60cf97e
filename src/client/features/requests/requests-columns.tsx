import { Link, useLocation } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listRequests } from '#contract/v1/requests.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'

type RequestRow = OutputOf<typeof listRequests>['items'][number]

/** @param timeZone the business's: the day of the request is a day in it */
export function requestsColumns(t: Translate<'requests'>, timeZone: string): readonly Column<RequestRow>[] {
  const day = (instant: string) => dayOf(new Date(instant), timeZone)
  return [
    { id: 'refId', title: t('refId'), sort: 'refId', cell: ({ refId }) => refId, csv: ({ refId }) => refId },
    {
      id: 'fullName',
      title: t('fullName'),
      main: true,
      sort: 'fullName',
      cell: (row) => <ToRequest row={row} />,
      csv: ({ fullName }) => fullName,
    },
    {
      id: 'servicePackage',
      title: t('servicePackage'),
      sort: 'servicePackage',
      cell: ({ servicePackage }) => servicePackage,
      csv: ({ servicePackage }) => servicePackage,
    },
    {
      id: 'address',
      title: t('address'),
      sort: 'address',
      optional: true,
      cell: ({ address }) => address,
      csv: ({ address }) => address,
    },
    { id: 'suburb', title: t('suburb'), sort: 'suburb', cell: ({ suburb }) => suburb, csv: ({ suburb }) => suburb },
    {
      id: 'mobilePhone',
      title: t('mobilePhone'),
      cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
      csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    },
    { id: 'email', title: t('email'), optional: true, cell: ({ email }) => email, csv: ({ email }) => email },
    {
      id: 'createdAt',
      title: t('askedOn'),
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDay(day(createdAt)),
      csv: ({ createdAt }) => day(createdAt),
    },
    {
      id: 'quotedAt',
      title: t('quoted'),
      sort: 'quotedAt',
      cell: ({ quotedAt, quotedPrice }) =>
        quotedAt === null
          ? t('notYet')
          : t('quotedAt', { price: showMoney(nearestCents(quotedPrice ?? 0)), day: formatDay(day(quotedAt)) }),
      csv: ({ quotedAt }) => (quotedAt === null ? null : day(quotedAt)),
    },
    {
      id: 'quotedPrice',
      title: t('price'),
      sort: 'quotedPrice',
      end: true,
      optional: true,
      cell: ({ quotedPrice }) => (quotedPrice === null ? '–' : showMoney(nearestCents(quotedPrice))),
      csv: ({ quotedPrice }) => quotedPrice,
    },
    {
      id: 'acceptedAt',
      title: t('accepted'),
      sort: 'acceptedAt',
      cell: ({ acceptedAt }) =>
        acceptedAt === null ? (
          <StateBadge tone="rest">{t('notYet')}</StateBadge>
        ) : (
          <StateBadge tone="good">{t('accepted')}</StateBadge>
        ),
      csv: ({ acceptedAt }) => (acceptedAt === null ? null : day(acceptedAt)),
    },
    {
      id: 'possibleDouble',
      title: t('possibleDouble'),
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
