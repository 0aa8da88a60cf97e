import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { getXeroExport } from '#contract/v1/xero-exports.ts'
import { formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { customerColumn, refIdColumn } from '#client/shells/customer-columns.tsx'
import { ask } from '#client/api/query-client.ts'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { BackLink } from '#client/shells/back-link.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { Files } from './xero-page.tsx'
import { xeroPaths } from './xero-paths.ts'

/** /reports/xero/:exportID: the documents of one export. */
export function XeroExportPage() {
  const { exportID = '' } = useParams()
  const { data, error, refetch } = useQuery(ask(getXeroExport, { exportID, perPage: 1 }, { inPlace: true }))
  const shown = data?.export
  return (
    <ListScreen
      name="xero-export"
      // Short, because its end distinguishes two exports of one day on a phone.
      title={shown === undefined ? t('Export to Xero') : formatDayAndTime(shown.createdAt)}
      endpoint={getXeroExport}
      fixed={{ exportID }}
      columns={columnsOf()}
      keyOf={({ documentID }) => documentID}
      nameOf={({ number }) => number}
      counted={(count) => plural(count, '{{count}} document', '{{count, number}} documents')}
      sums={(answer) => sumsOf(answer, t('Total'))}
      top={<StaleNotice inline error={error} onRetry={refetch} />}
      back={<BackLink to={xeroPaths.home()}>{t('Export to Xero')}</BackLink>}
      actions={shown === undefined ? null : <Files exported={shown} />}
      empty={{ title: t('No rows'), how: t('The figure is zero.') }}
    />
  )
}

const columnsOf = (): readonly Column<OutputOf<typeof getXeroExport>['items'][number]>[] => [
  {
    id: 'number',
    title: t('Number'),
    main: true,
    cell: ({ invoiceID, number }) => <Link to={officePaths.invoice(invoiceID)}>{number}</Link>,
    csv: ({ number }) => number,
  },
  plainColumn('invoice', t('Invoice')),
  refIdColumn(),
  customerColumn(),
  {
    id: 'issueDate',
    title: t('Date'),
    cell: ({ issueDate }) => formatDay(issueDate),
    csv: ({ issueDate }) => issueDate,
  },
  moneyColumn('amount', t('Amount')),
]

const sumsOf = (answer: OutputOf<typeof getXeroExport>, total: string) => ({
  number: total,
  amount: <Money dollars={answer.export.amount} />,
})
