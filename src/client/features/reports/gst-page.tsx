import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { gstReport } from '#contract/v1/reports.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { Amount, ReportPage, ReportTable } from './report-page.tsx'
import { type RowsOfFigure, usePeriod } from './reports-data.ts'

const LINE_WORDS = sentences({
  g1: 'Total sales, including GST',
  oneA: 'GST on sales, and on recovered bad debts',
  g11: 'Purchases in Bagrun, including GST: tax invoices you write for drivers, and card fees',
  oneB: 'GST on these purchases and in bad debts',
  badDebts: 'Bad debts written off, including GST',
  badDebtsGst: 'GST in bad debts (in 1B)',
})

type Report = OutputOf<typeof gstReport>
type Basis = Report['bases'][number]

const LINES = ['g1', 'oneA', 'g11', 'oneB', 'badDebts', 'badDebtsGst'] as const
type Line = (typeof LINES)[number]
const LABELS: Record<Line, string> = {
  g1: 'G1',
  oneA: '1A',
  g11: 'G11',
  oneB: '1B',
  badDebts: '',
  badDebtsGst: '',
}

function figureOf(
  { purchases }: Report,
  basis: Basis,
  line: Line,
): { amount: number; rows?: RowsOfFigure | undefined } {
  switch (line) {
    case 'badDebts':
      return basis.badDebts
    case 'badDebtsGst':
      return { amount: basis.badDebts.gst, rows: basis.badDebts.rows }
    case 'g11':
      return purchases ?? { amount: 0 }
    case 'oneB':
      // The rows of the bad debts in it are behind their own figure.
      return { amount: basis.oneB ?? 0, rows: basis.badDebts.gst === 0 ? purchases?.rows : undefined }
    default:
      return { amount: basis[line], rows: basis.rows }
  }
}

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
      {report === undefined ? null : <NotCounted report={report} />}
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
    cell: (line) => {
      if (figures === undefined) return null
      const { amount, rows } = figureOf(report!, figures, line)
      return rows === undefined ? <Money dollars={amount} /> : <Amount figure={{ amount, rows }} />
    },
    csv: (line) => (figures === undefined ? null : figureOf(report!, figures, line).amount),
  }
}

/** Says which purchases, fees and debts the figures above leave out. */
function NotCounted({ report: { purchases, overdueYear, basisChangedOn } }: { report: Report }) {
  const unstated = purchases?.feesWithoutGst ?? 0
  return (
    <Stack gap="xs">
      <Text>
        {t(
          'G11 and 1B are only what Bagrun knows. Other purchases, and tax invoices that drivers write themselves, aren’t in Bagrun.',
        )}
      </Text>
      {unstated === 0 ? null : (
        <Text>
          {t('Of {{amount}} in card fees Stripe stated no GST, so none is counted.', { amount: showDollars(unstated) })}
        </Text>
      )}
      {overdueYear === undefined || overdueYear.amount === 0 ? null : (
        <Text>
          {t(
            '{{amount}} has been overdue for more than 12 months and isn’t written off. Its {{gst}} GST is in no figure. On the accrual basis you may be able to claim it: ask your accountant.',
            { amount: showDollars(overdueYear.amount), gst: showDollars(overdueYear.gst) },
          )}
        </Text>
      )}
      {basisChangedOn == null ? null : (
        <Text>
          {t(
            'The basis was changed on {{day}}. What that changes for debts from before is in no figure: ask your accountant.',
            { day: formatDay(basisChangedOn) },
          )}
        </Text>
      )}
    </Stack>
  )
}
