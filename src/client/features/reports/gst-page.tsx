import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { gstReport } from '#contract/v1/reports.ts'
import { ask } from '#client/api/query-client.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Amount, ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'

type Basis = OutputOf<typeof gstReport>['bases'][number]

const LINES = ['g1', 'oneA', 'badDebts', 'badDebtsGst'] as const
type Line = (typeof LINES)[number]
const LABELS: Record<Line, string> = { g1: 'G1', oneA: '1A', badDebts: '', badDebtsGst: '' }

function figureOf(basis: Basis, line: Line): Pick<Basis, 'rows'> & { amount: number } {
  if (line === 'badDebts') return basis.badDebts
  if (line === 'badDebtsGst') return { amount: basis.badDebts.gst, rows: basis.badDebts.rows }
  return { amount: basis[line], rows: basis.rows }
}

/** /reports/gst */
export function GstPage() {
  const { t } = useTranslation('reports')
  const period = usePeriod('quarter')
  const query = useQuery(ask(gstReport, period.period, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage title={t('gst')} how={t('gstHow')} period={period} query={query}>
      {report?.registered === false ? (
        <Note tone="warn">
          <strong>{t('notRegistered')}</strong> {t('notRegisteredHow')}
        </Note>
      ) : null}
      <ReportTable
        title={t('gst')}
        fileName="gst"
        columns={[
          { id: 'label', title: t('label'), cell: (line) => LABELS[line] || t('none'), csv: (line) => LABELS[line] },
          { id: 'meaning', title: t('meaning'), main: true, cell: (line) => t(line), csv: (line) => t(line) },
          ofBasis(report, 'CASH', t),
          ofBasis(report, 'ACCRUAL', t),
        ]}
        rows={report && LINES}
        keyOf={(line) => line}
      />
    </ReportPage>
  )
}

function ofBasis(
  report: OutputOf<typeof gstReport> | undefined,
  basis: Basis['basis'],
  t: Translate<'reports'>,
): Column<Line> {
  const figures = report?.bases.find((each) => each.basis === basis)
  const name = basis === 'CASH' ? t('cashBasis') : t('accrualBasis')
  return {
    id: basis,
    title: report?.basis === basis ? t('yours', { basis: name }) : name,
    end: true,
    cell: (line) => (figures === undefined ? null : <Amount figure={figureOf(figures, line)} />),
    csv: (line) => (figures === undefined ? null : figureOf(figures, line).amount),
  }
}
