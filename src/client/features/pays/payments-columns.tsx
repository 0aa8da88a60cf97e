import { Button, Flex } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Payment } from '#contract/v1/pays.ts'
import { formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { WAY_TO_PAY_WORDS } from './ways-to-pay.ts'

interface Needs {
  onPdf: (payment: Payment) => void
  /** Opens the adjustment note of a reversed tax invoice. */
  onNote: (payment: Payment) => void
  onSend: (payment: Payment) => void
  onReverse: (payment: Payment) => void
}

export function paymentsColumns({ onPdf, onNote, onSend, onReverse }: Needs): readonly Column<Payment>[] {
  const method = ({ paymentType }: Payment) =>
    paymentType === 'CASH' || paymentType === 'CHEQUE' ? t(WAY_TO_PAY_WORDS[paymentType]) : t('Bank transfer')
  return [
    {
      id: 'refId',
      title: t('Payment'),
      main: true,
      sort: 'refId',
      cell: ({ refId, reversedOn, abaAt }) => (
        <>
          {refId}{' '}
          {reversedOn !== null ? (
            <StateBadge tone="bad">{t('Reversed {{day}}', { day: formatDay(reversedOn) })}</StateBadge>
          ) : abaAt !== null ? (
            <StateBadge tone="good">{t('In a bank file')}</StateBadge>
          ) : null}
        </>
      ),
      csv: ({ refId }) => refId,
    },
    {
      id: 'driver',
      title: t('Driver'),
      sort: 'driver',
      cell: ({ driverID, driver }) => <Link to={officePaths.driver(driverID)}>{driver}</Link>,
      csv: ({ driver }) => driver,
    },
    {
      id: 'datePaid',
      title: t('Paid on'),
      sort: 'datePaid',
      cell: ({ datePaid }) => formatDay(datePaid),
      csv: ({ datePaid }) => datePaid,
    },
    {
      id: 'range',
      title: t('Work done'),
      sort: 'from',
      cell: ({ from, to }) => `${formatDay(from)} – ${formatDay(to)}`,
      csv: ({ from, to }) => `${from} ${to}`,
    },
    { id: 'method', title: t('Paid by'), optional: true, cell: method, csv: method },
    // In a file a reversed payment counts as nothing, with its day beside it, so that the sums of the columns are right.
    {
      id: 'gst',
      title: t('GST'),
      optional: true,
      end: true,
      cell: ({ gst }) => <Money dollars={gst} />,
      csv: ({ gst, reversedOn }) => (reversedOn === null ? gst : 0),
    },
    {
      id: 'reversed',
      title: t('Reversed'),
      optional: true,
      cell: ({ reversedOn }) => (reversedOn === null ? '–' : formatDay(reversedOn)),
      csv: ({ reversedOn }) => reversedOn,
    },
    {
      id: 'total',
      title: t('Total'),
      sort: 'total',
      end: true,
      cell: ({ total }) => <Money dollars={total} />,
      csv: ({ total, reversedOn }) => (reversedOn === null ? total : 0),
    },
    {
      id: 'acts',
      title: t('Actions'),
      cell: (row) => (
        <Flex component="span" wrap="wrap" align="center" gap={6}>
          <Button variant="default" size="compact-md" onClick={() => onPdf(row)}>
            {row.rctiNumber ?? t('Statement')}
          </Button>
          {row.adjustmentNumber === null ? null : (
            <Button variant="default" size="compact-md" onClick={() => onNote(row)}>
              {row.adjustmentNumber}
            </Button>
          )}
          {row.reversedOn === null || row.adjustmentNumber !== null ? (
            <Button variant="default" size="compact-md" onClick={() => onSend(row)}>
              {t('Email')}
            </Button>
          ) : null}
          {row.reversedOn === null ? (
            <Button variant="default" size="compact-md" onClick={() => onReverse(row)}>
              {t('Reverse')}
            </Button>
          ) : null}
        </Flex>
      ),
    },
  ]
}
