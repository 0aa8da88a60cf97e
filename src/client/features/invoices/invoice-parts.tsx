import { RunWords } from '#client/shells/run-words.tsx'
import { useMemo, type ReactNode } from 'react'
import { Flex, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { getAdjustmentPdf, type Invoice } from '#contract/v1/invoices.ts'
import { formatDay } from '#domain/dates.ts'
import { purposeInWords, takenByBankWords } from '#domain/ledger-words.ts'
import { OUTCOMES } from '#domain/words.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { type Column, DataTable } from '#client/ui/office/data-table.tsx'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { ownOutcomeWords } from '#client/shells/own-outcomes.ts'
import { PAYMENT_TYPE_WORDS } from '#client/shells/terms.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { t } from '#client/ui/core/texts.ts'

type Line = Invoice['lines'][number]
type PaidBy = Invoice['transactions'][number]
type Adjustment = Invoice['adjustments'][number]

interface PartProps {
  invoice: Invoice
  /** For the customer, without links to the office's pages. */
  own?: boolean
}

export function InvoiceLines({ invoice, own = false, fetchPhoto }: PartProps & { fetchPhoto: FetchPhoto }) {
  const columns = useMemo(() => linesColumns({ own, fetchPhoto }), [own, fetchPhoto])
  return (
    <Part title={t('Lines')}>
      <Table
        label={t('Lines')}
        columns={columns}
        rows={invoice.lines}
        keyOf={({ lineID }) => lineID}
        foot={{
          description: t(invoice.adjustments.length === 0 ? 'Total' : 'Issued for'),
          amount: <Money dollars={invoice.issuedAmount} />,
        }}
      />
    </Part>
  )
}

interface LineNeeds {
  own: boolean
  fetchPhoto: FetchPhoto
}

function linesColumns({ own, fetchPhoto }: LineNeeds): readonly Column<Line>[] {
  const columns: readonly (Column<Line> | false)[] = [
    { id: 'day', title: t('Date'), cell: ({ day }) => formatDay(day) },
    { id: 'description', title: t('Description'), main: true, cell: ({ description }) => description },
    {
      id: 'record',
      title: t('Record'),
      cell: (line) => {
        const outcome = OUTCOMES.find((one) => one === line.outcome)
        if (outcome === undefined) return null
        if (own) return ownOutcomeWords(outcome, line.serviceType)
        const words = outcomeWords(outcome, line.serviceType)
        return line.runOrderID === null || line.assignmentID === null ? (
          words
        ) : (
          <Link to={officePaths.run(line.runOrderID, line.assignmentID)}>{words}</Link>
        )
      },
    },
    !own && {
      id: 'run',
      title: t('Run'),
      cell: ({ runOrderID, ...run }) =>
        runOrderID === null ? null : (
          <Link to={officePaths.run(runOrderID)}>
            <RunWords run={run} />
          </Link>
        ),
    },
    {
      id: 'photos',
      title: t('Photos'),
      cell: ({ photoIDs, day }) =>
        photoIDs.length === 0 ? null : (
          <Tiles component="ul" min="4.5rem" gap={6}>
            {photoIDs.map((photoID, at) => (
              <li key={photoID}>
                <PhotoView
                  photoID={photoID}
                  alt={t('Photo {{number}} of {{day}}', { number: at + 1, day: formatDay(day) })}
                  fetchPhoto={fetchPhoto}
                />
              </li>
            ))}
          </Tiles>
        ),
    },
    { id: 'quantity', title: t('Quantity'), end: true, cell: ({ quantity }) => quantity },
    { id: 'price', title: t('Price'), end: true, cell: ({ price }) => <Money dollars={price} /> },
    { id: 'amount', title: t('Amount'), end: true, cell: ({ amount }) => <Money dollars={amount} /> },
  ]
  return columns.filter((column) => column !== false)
}

export function InvoicePayments({ invoice, own = false }: PartProps) {
  const columns = useMemo(() => paymentsColumns({ own }), [own])
  return (
    <Part title={t('Payments')}>
      {invoice.transactions.length === 0 ? (
        <Text c="dimmed">{t('No payments yet.')}</Text>
      ) : (
        <Table
          label={t('Payments')}
          columns={columns}
          rows={invoice.transactions}
          keyOf={({ transactionID }) => transactionID}
        />
      )}
    </Part>
  )
}

const paymentsColumns = ({ own }: Omit<LineNeeds, 'fetchPhoto'>): readonly Column<PaidBy>[] => [
  { id: 'datePaid', title: t('Date'), cell: ({ datePaid }) => formatDay(datePaid) },
  {
    id: 'refId',
    title: t('Number'),
    main: true,
    cell: ({ refId }) => (own ? refId : <Link to={officePaths.transactions({ keyword: refId })}>{refId}</Link>),
  },
  {
    id: 'how',
    title: t('How'),
    cell: (row) =>
      [
        purposeInWords(row),
        ...(row.paymentType === null ? [] : [t(PAYMENT_TYPE_WORDS[row.paymentType])]),
        ...(row.card?.disputed ? [takenByBankWords(row.paymentType)] : []),
      ].join(', '),
  },
  { id: 'notes', title: t('Notes'), long: true, cell: ({ notes }) => notes },
  { id: 'amount', title: t('Amount'), end: true, cell: ({ amount }) => <Money dollars={amount} /> },
  { id: 'allocated', title: t('Paid here'), end: true, cell: ({ allocated }) => <Money dollars={allocated} /> },
]

export function InvoiceAdjustments({ invoice }: PartProps) {
  const { invoiceID } = invoice
  const columns = useMemo(() => adjustmentsColumns(invoiceID), [invoiceID])
  if (invoice.adjustments.length === 0) return null
  return (
    <Part title={t('Adjustments')}>
      <Table
        label={t('Adjustments')}
        columns={columns}
        rows={invoice.adjustments}
        keyOf={({ adjustmentID }) => adjustmentID}
        foot={{ number: t('Amount'), difference: <Money dollars={invoice.amount} /> }}
      />
    </Part>
  )
}

const adjustmentsColumns = (invoiceID: string): readonly Column<Adjustment>[] => [
  { id: 'day', title: t('Date'), cell: ({ day }) => formatDay(day) },
  { id: 'number', title: t('Number'), main: true, cell: ({ number }) => number },
  { id: 'reason', title: t('Reason'), long: true, cell: ({ reason }) => reason },
  {
    id: 'gstDifference',
    title: t('GST change'),
    end: true,
    cell: ({ gstDifference }) => <Money dollars={gstDifference} />,
  },
  { id: 'difference', title: t('Change'), end: true, cell: ({ difference }) => <Money dollars={difference} /> },
  {
    id: 'pdf',
    title: t('PDF'),
    end: true,
    cell: ({ adjustmentID, number }) => (
      <PdfButton
        endpoint={getAdjustmentPdf}
        input={{ invoiceID, adjustmentID }}
        name={`${number}.pdf`}
        label={t('PDF')}
        owner={t('PDF of {{number}}', { number })}
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
    <Flex component="section" direction="column" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Flex>
  )
}
