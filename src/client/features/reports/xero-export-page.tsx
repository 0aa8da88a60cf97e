import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link, useParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { getXeroExport } from '#contract/v1/xero-exports.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Back } from './report-page.tsx'
import { reportsPaths } from './reports-paths.ts'
import { Files } from './xero-page.tsx'
import styles from './reports.module.css'

/** /reports/xero/:exportID: the documents of one export. */
export function XeroExportPage() {
  const { t } = useTranslation('reports')
  const { exportID = '' } = useParams()
  const { data, error, refetch } = useQuery(ask(getXeroExport, { exportID, perPage: 1 }, { inPlace: true }))
  const shown = data?.export
  return (
    <ListScreen
      name="xero-export"
      // Short, because its end distinguishes two exports of one day on a phone.
      title={shown === undefined ? t('xero') : formatDayAndTime(shown.createdAt)}
      endpoint={getXeroExport}
      fixed={{ exportID }}
      columns={columnsOf(t)}
      keyOf={({ documentID }) => documentID}
      nameOf={({ number }) => number}
      counted={(count) => t('documents', { count })}
      sums={(answer) => sumsOf(answer, t('total'))}
      top={
        <div className={styles.failed}>
          <StaleNotice inline error={error} onRetry={refetch} />
        </div>
      }
      back={<Back to={reportsPaths.xero()}>{t('xero')}</Back>}
      actions={shown === undefined ? null : <Files exported={shown} />}
      empty={{ title: t('noRows'), how: t('noRowsHow') }}
    />
  )
}

const columnsOf = (t: Translate<'reports'>): readonly Column<OutputOf<typeof getXeroExport>['items'][number]>[] => [
  {
    id: 'number',
    title: t('number'),
    main: true,
    cell: ({ invoiceID, number }) => <Link to={officePaths.invoice(invoiceID)}>{number}</Link>,
    csv: ({ number }) => number,
  },
  { id: 'invoice', title: t('invoice'), cell: ({ invoice }) => invoice, csv: ({ invoice }) => invoice },
  { id: 'refId', title: t('refId'), cell: ({ refId }) => refId, csv: ({ refId }) => refId },
  {
    id: 'customer',
    title: t('customer'),
    cell: ({ customerID, customer }) => <Link to={officePaths.customer(customerID)}>{customer}</Link>,
    csv: ({ customer }) => customer,
  },
  {
    id: 'issueDate',
    title: t('day'),
    cell: ({ issueDate }) => formatDay(issueDate),
    csv: ({ issueDate }) => issueDate,
  },
  moneyColumn('amount', t('amount')),
]

const sumsOf = (answer: OutputOf<typeof getXeroExport>, total: string) => ({
  number: total,
  amount: <Money dollars={answer.export.amount} />,
})
