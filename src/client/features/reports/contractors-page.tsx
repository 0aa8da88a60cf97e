import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { contractorsReport } from '#contract/v1/reports.ts'
import { showABN } from '#domain/identifiers.ts'
import { ask } from '#client/api/query-client.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'

type Contractor = OutputOf<typeof contractorsReport>['contractors'][number]

/** /reports/contractors: what a taxable payments annual report needs (P55). */
export function ContractorsPage() {
  const period = usePeriod('year')
  const query = useQuery(ask(contractorsReport, period.period, { inPlace: true }))
  const report = query.data
  const missing = report?.contractors.filter(({ abn }) => abn === null).length ?? 0
  return (
    <ReportPage
      title={t('Paid to contractors')}
      how={t(
        'By the date paid, less payments that were reversed. Ask your accountant whether you must lodge a taxable payments annual report (TPAR), due on 28 August.',
      )}
      period={period}
      query={query}
    >
      <ReportTable
        title={t('Paid to contractors')}
        fileName="contractors"
        columns={columnsOf()}
        rows={report?.contractors}
        keyOf={({ driverID }) => driverID}
        foot={
          report && {
            name: t('Total'),
            abn: missing === 0 ? null : plural(missing, '{{count}} without ABN', '{{count}} without ABN'),
            paid: <Money dollars={report.paid} />,
            gst: <Money dollars={report.gst} />,
          }
        }
      />
    </ReportPage>
  )
}

const columnsOf = (): readonly Column<Contractor>[] => [
  {
    id: 'name',
    title: t('Contractor'),
    main: true,
    cell: ({ driverID, name }) => <Link to={officePaths.driver(driverID)}>{name}</Link>,
    csv: ({ name }) => name,
  },
  {
    id: 'business',
    title: t('Business name'),
    cell: ({ businessName }) => businessName ?? '–',
    csv: ({ businessName }) => businessName,
  },
  {
    id: 'abn',
    title: t('ABN'),
    cell: ({ abn }) => (abn === null ? t('ABN missing') : showABN(abn)),
    csv: ({ abn }) => abn,
  },
  plainColumn('address', t('Address'), { dash: true }),
  {
    id: 'paid',
    title: t('Paid, with GST'),
    end: true,
    cell: ({ paid }) => <Money dollars={paid} />,
    csv: ({ paid }) => paid,
  },
  { id: 'gst', title: t('GST'), end: true, cell: ({ gst }) => <Money dollars={gst} />, csv: ({ gst }) => gst },
]
