import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { gstReport } from '#contract/v1/reports.ts'
import { ask } from '#client/api/query-client.ts'
import { Note } from '#client/ui/core/note.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { Amount, ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'

const LINE_WORDS = sentences({
  g1: 'Total sales, including GST',
  oneA: 'GST on sales',
  badDebts: 'Bad debts written off, including GST',
  badDebtsGst: 'GST in bad debts (not taken off 1A)',
})

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
  const period = usePeriod('quarter')
  const query = useQuery(ask(gstReport, period.period, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage
      title={t('GST')}
      how={t('For your BAS. Ask your accountant before you lodge.')}
      period={period}
      query={query}
    >
      {report?.registered === false ? (
        <Note tone="warn">
          <strong>{t('Not registered for GST')}</strong>{' '}
          {t('Invoices issued without GST aren’t in this report. Registration is in Settings.')}
        </Note>
      ) : null}
      <ReportTable
        title={t('GST')}
        fileName="gst"
        columns={[
          { id: 'label', title: t('BAS label'), cell: (line) => LABELS[line] || t('–'), csv: (line) => LABELS[line] },
          {
            id: 'meaning',
            title: t('What it is'),
            main: true,
            cell: (line) => t(LINE_WORDS[line]),
            csv: (line) => t(LINE_WORDS[line]),
          },
          ofBasis(report, 'CASH'),
          ofBasis(report, 'ACCRUAL'),
        ]}
        rows={report && LINES}
        keyOf={(line) => line}
      />
    </ReportPage>
  )
}

function ofBasis(report: OutputOf<typeof gstReport> | undefined, basis: Basis['basis']): Column<Line> {
  const figures = report?.bases.find((each) => each.basis === basis)
  const name = basis === 'CASH' ? t('Cash basis') : t('Accrual basis')
  return {
    id: basis,
    title: report?.basis === basis ? t('{{basis}} (yours)', { basis: name }) : name,
    end: true,
    cell: (line) => (figures === undefined ? null : <Amount figure={figureOf(figures, line)} />),
    csv: (line) => (figures === undefined ? null : figureOf(figures, line).amount),
  }
}
