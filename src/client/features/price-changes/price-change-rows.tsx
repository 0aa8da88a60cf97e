import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listPriceChangeCustomers, type PriceChangeCustomer } from '#contract/v1/price-changes.ts'
import { formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

/** Who pays what before and after; the sums are over the whole list. */
export function PriceChangeRows({ priceChangeID }: { priceChangeID: string }) {
  const columns = useMemo(() => columnsOf(), [])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'leftOut',
        label: t('Show'),
        any: t('All'),
        options: [
          { value: 'false', label: t('New price') },
          { value: 'true', label: t('Left out') },
        ],
      },
    ],
    [],
  )
  return (
    <ListScreen
      name="price-change-customers"
      title={t('Customers')}
      inside
      endpoint={listPriceChangeCustomers}
      fixed={{ priceChangeID }}
      columns={columns}
      keyOf={({ customerID }) => customerID}
      nameOf={({ customer }) => customer}
      filters={filters}
      counted={(count) => plural(count, '{{count}} customer', '{{count, number}} customers')}
      sums={sumsOf}
      empty={{ title: t('No customers'), how: t('This group has no customers. Change the draft.') }}
      dimmed={({ reason, state }) => reason !== null || state === 'dropped'}
    />
  )
}

function sumsOf({ oldPrices, newPrices, yearly }: OutputOf<typeof listPriceChangeCustomers>) {
  return {
    customer: t('Total'),
    oldPrice: <Money dollars={oldPrices} />,
    newPrice: <Money dollars={newPrices} />,
    yearly: <Money dollars={yearly} />,
  }
}

const NOTICE_WORDS = sentences({ email: 'Email', letter: 'Letter', none: 'None needed' })

/** "Letter, sent 10/11/2026", "Email, not sent yet"; of a customer left out: why. */
function noticeInWords({ message, notice, noticedOn, state }: PriceChangeCustomer): string {
  if (message !== null) return message
  // What was announced stays said, because the customer may have read it.
  if (state === 'dropped' && noticedOn === null) return t('No longer applies')
  if (state === 'dropped')
    return t('{{notice}}, sent {{day}}. No longer applies', {
      notice: t(NOTICE_WORDS[notice]),
      day: formatDay(noticedOn!),
    })
  if (notice === 'none' || state === 'draft') return t(NOTICE_WORDS[notice])
  return noticedOn === null
    ? t('{{notice}}, not sent yet', { notice: t(NOTICE_WORDS[notice]) })
    : t('{{notice}}, sent {{day}}', { notice: t(NOTICE_WORDS[notice]), day: formatDay(noticedOn) })
}

const columnsOf = (): readonly Column<PriceChangeCustomer>[] => [
  {
    id: 'customer',
    title: t('Customer'),
    main: true,
    cell: ({ customerID, customer, refId }) => (
      <Link className={rowLink} to={officePaths.customer(customerID)}>
        {customer} ({refId})
      </Link>
    ),
    csv: ({ customer, refId }) => `${customer} (${refId})`,
  },
  plainColumn('suburb', t('Suburb')),
  plainColumn('servicePackage', t('Service package'), { optional: true }),
  moneyColumn('oldPrice', t('Old price')),
  moneyColumn('newPrice', t('New price')),
  {
    id: 'collections',
    title: t('Collections a year'),
    end: true,
    cell: ({ collections }) => Math.round(collections * 10) / 10,
    csv: ({ collections }) => collections,
  },
  moneyColumn('yearly', t('A year, at one bag')),
  {
    id: 'from',
    title: t('From'),
    cell: ({ from }) => (from === null ? '–' : formatDay(from)),
    csv: ({ from }) => from,
  },
  { id: 'notice', title: t('Notice'), cell: noticeInWords, csv: noticeInWords },
]
