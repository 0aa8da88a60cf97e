import { RunWords } from '#client/shells/run-words.tsx'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import { getAdjustmentPdf, type Invoice } from '#contract/v1/invoices.ts'
import { formatDay } from '#domain/dates.ts'
import { OUTCOMES } from '#domain/words.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { type Column, DataTable } from '#client/ui/office/data-table.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './invoices.module.css'

type Line = Invoice['lines'][number]
type PaidBy = Invoice['transactions'][number]
type Adjustment = Invoice['adjustments'][number]

interface PartProps {
  invoice: Invoice
  /** For the customer, without links to the office's pages. */
  own?: boolean
}

export function InvoiceLines({ invoice, own = false, fetchPhoto }: PartProps & { fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('invoices')
  const { t: terms } = useTerms()
  const columns = useMemo(() => linesColumns({ t, terms, own, fetchPhoto }), [t, terms, own, fetchPhoto])
  return (
    <Part title={t('lines')}>
      <Table
        label={t('lines')}
        columns={columns}
        rows={invoice.lines}
        keyOf={({ lineID }) => lineID}
        foot={{
          description: t(invoice.adjustments.length === 0 ? 'total' : 'issuedAmount'),
          amount: <Money dollars={invoice.issuedAmount} />,
        }}
      />
    </Part>
  )
}

interface LineNeeds {
  t: Translate<'invoices'>
  terms: Translate<'terms'>
  own: boolean
  fetchPhoto: FetchPhoto
}

function linesColumns({ t, terms, own, fetchPhoto }: LineNeeds): readonly Column<Line>[] {
  const columns: readonly (Column<Line> | false)[] = [
    { id: 'day', title: t('day'), cell: ({ day }) => formatDay(day) },
    { id: 'description', title: t('description'), main: true, cell: ({ description }) => description },
    {
      id: 'record',
      title: t('record'),
      cell: (line) => {
        const outcome = OUTCOMES.find((one) => one === line.outcome)
        if (outcome === undefined) return null
        if (own) return terms(`ownOutcome${outcome}`)
        const words = terms(`outcome${outcome}`)
        return line.runOrderID === null || line.assignmentID === null ? (
          words
        ) : (
          <Link to={officePaths.run(line.runOrderID, line.assignmentID)}>{words}</Link>
        )
      },
    },
    !own && {
      id: 'run',
      title: t('run'),
      cell: ({ runOrderID, ...run }) =>
        runOrderID === null ? null : (
          <Link to={officePaths.run(runOrderID)}>
            <RunWords run={run} />
          </Link>
        ),
    },
    {
      id: 'photos',
      title: t('photos'),
      cell: ({ photoIDs, day }) =>
        photoIDs.length === 0 ? null : (
          <ul className={styles.photos}>
            {photoIDs.map((photoID, at) => (
              <li key={photoID}>
                <PhotoView
                  photoID={photoID}
                  alt={t('photoOf', { number: at + 1, day: formatDay(day) })}
                  fetchPhoto={fetchPhoto}
                />
              </li>
            ))}
          </ul>
        ),
    },
    { id: 'quantity', title: t('quantity'), end: true, cell: ({ quantity }) => quantity },
    { id: 'price', title: t('price'), end: true, cell: ({ price }) => <Money dollars={price} /> },
    { id: 'amount', title: t('amount'), end: true, cell: ({ amount }) => <Money dollars={amount} /> },
  ]
  return columns.filter((column) => column !== false)
}

export function InvoicePayments({ invoice, own = false }: PartProps) {
  const { t } = useTranslation('invoices')
  const { t: terms } = useTerms()
  const columns = useMemo(() => paymentsColumns({ t, terms, own }), [t, terms, own])
  return (
    <Part title={t('payments')}>
      {invoice.transactions.length === 0 ? (
        <p className={styles.soft}>{t('noPayments')}</p>
      ) : (
        <Table
          label={t('payments')}
          columns={columns}
          rows={invoice.transactions}
          keyOf={({ transactionID }) => transactionID}
        />
      )}
    </Part>
  )
}

const paymentsColumns = ({ t, terms, own }: Omit<LineNeeds, 'fetchPhoto'>): readonly Column<PaidBy>[] => [
  { id: 'datePaid', title: t('day'), cell: ({ datePaid }) => formatDay(datePaid) },
  {
    id: 'refId',
    title: t('number'),
    main: true,
    cell: ({ refId }) => (own ? refId : <Link to={officePaths.transactions({ keyword: refId })}>{refId}</Link>),
  },
  {
    id: 'how',
    title: t('how'),
    cell: ({ purpose, paymentType }) =>
      [terms(`purpose${purpose}`), ...(paymentType === null ? [] : [terms(`paymentType${paymentType}`)])].join(', '),
  },
  { id: 'notes', title: t('notes'), long: true, cell: ({ notes }) => notes },
  { id: 'amount', title: t('amount'), end: true, cell: ({ amount }) => <Money dollars={amount} /> },
  { id: 'allocated', title: t('paidPart'), end: true, cell: ({ allocated }) => <Money dollars={allocated} /> },
]

export function InvoiceAdjustments({ invoice }: PartProps) {
  const { t } = useTranslation('invoices')
  const { invoiceID } = invoice
  const columns = useMemo(() => adjustmentsColumns(t, invoiceID), [t, invoiceID])
  if (invoice.adjustments.length === 0) return null
  return (
    <Part title={t('adjustments')}>
      <Table
        label={t('adjustments')}
        columns={columns}
        rows={invoice.adjustments}
        keyOf={({ adjustmentID }) => adjustmentID}
        foot={{ number: t('amount'), difference: <Money dollars={invoice.amount} /> }}
      />
    </Part>
  )
}

const adjustmentsColumns = (t: Translate<'invoices'>, invoiceID: string): readonly Column<Adjustment>[] => [
  { id: 'day', title: t('day'), cell: ({ day }) => formatDay(day) },
  { id: 'number', title: t('number'), main: true, cell: ({ number }) => number },
  { id: 'reason', title: t('reason'), long: true, cell: ({ reason }) => reason },
  {
    id: 'gstDifference',
    title: t('gstDifference'),
    end: true,
    cell: ({ gstDifference }) => <Money dollars={gstDifference} />,
  },
  { id: 'difference', title: t('difference'), end: true, cell: ({ difference }) => <Money dollars={difference} /> },
  {
    id: 'pdf',
    title: t('pdf'),
    end: true,
    cell: ({ adjustmentID, number }) => (
      <PdfButton
        endpoint={getAdjustmentPdf}
        input={{ invoiceID, adjustmentID }}
        name={`${number}.pdf`}
        label={t('pdf')}
        owner={t('pdfOf', { number })}
      />
    ),
  },
]

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  foot?: Readonly<Record<string, ReactNode>>
}

/** A table without loading and selecting, because its rows come with the invoice. */
function Table<Row>(table: TableProps<Row>) {
  return <DataTable {...table} words={{ loading: '', selectAll: '', selectRow: () => '' }} />
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
