import { useQuery } from '@tanstack/react-query'
import { listXeroExports } from '#contract/v1/xero-exports.ts'
import { XERO_EXPORT_MAX } from '#domain/xero.ts'
import { ask } from '#client/api/query-client.ts'
import { ReportCard } from '#client/shells/report-card.tsx'
import { t } from '#client/ui/core/texts.ts'
import { xeroPaths } from './xero-paths.ts'

/** The card of /reports: how many invoices wait for an export. */
export function XeroCard() {
  const query = useQuery(ask(listXeroExports, { perPage: 1 }, { inPlace: true }))
  const waiting = query.data?.waiting
  return (
    <ReportCard
      to={xeroPaths.home()}
      title={t('Export to Xero')}
      when={t('Invoices and adjustments to export')}
      query={query}
      figure={waiting !== undefined && (waiting === 0 ? t('Everything is exported') : upToMost(waiting))}
    />
  )
}

const upToMost = (count: number) =>
  count > XERO_EXPORT_MAX ? `${XERO_EXPORT_MAX.toLocaleString('en-AU')}+` : count.toLocaleString('en-AU')
