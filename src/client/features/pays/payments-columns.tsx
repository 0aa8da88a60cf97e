import { Button } from '@mantine/core'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link } from 'react-router-dom'
import type { Payment } from '#contract/v1/pays.ts'
import { formatDay } from '#domain/dates.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import styles from './pays.module.css'

interface Needs {
  t: Translate<'pays'>
  onPdf: (payment: Payment) => void
  /** Opens the adjustment note of a reversed tax invoice. */
  onNote: (payment: Payment) => void
  onSend: (payment: Payment) => void
  onReverse: (payment: Payment) => void
}

export function paymentsColumns({ t, onPdf, onNote, onSend, onReverse }: Needs): readonly Column<Payment>[] {
  const method = ({ paymentType }: Payment) =>
    paymentType === 'CASH' || paymentType === 'CHEQUE' ? t(paymentType) : t('EFT')
  return [
    {
      id: 'refId',
      title: t('payment'),
      main: true,
      sort: 'refId',
      cell: ({ refId, reversedOn, abaAt }) => (
        <>
          {refId}{' '}
          {reversedOn !== null ? (
            <StateBadge tone="bad">{t('reversed', { day: formatDay(reversedOn) })}</StateBadge>
          ) : abaAt !== null ? (
            <StateBadge tone="good">{t('inBankFile')}</StateBadge>
          ) : null}
        </>
      ),
      csv: ({ refId }) => refId,
    },
    {
      id: 'driver',
      title: t('driver'),
      sort: 'driver',
      cell: ({ driverID, driver }) => <Link to={officePaths.driver(driverID)}>{driver}</Link>,
      csv: ({ driver }) => driver,
    },
    {
      id: 'datePaid',
      title: t('datePaid'),
      sort: 'datePaid',
      cell: ({ datePaid }) => formatDay(datePaid),
      csv: ({ datePaid }) => datePaid,
    },
    {
      id: 'range',
      title: t('range'),
      sort: 'from',
      cell: ({ from, to }) => `${formatDay(from)} – ${formatDay(to)}`,
      csv: ({ from, to }) => `${from} ${to}`,
    },
    { id: 'method', title: t('payBy'), optional: true, cell: method, csv: method },
    moneyColumn('gst', t('gst'), { optional: true }),
    {
      id: 'total',
      title: t('total'),
      sort: 'total',
      end: true,
      cell: ({ total }) => <Money dollars={total} />,
      csv: ({ total, reversedOn }) => (reversedOn === null ? total : 0),
    },
    {
      id: 'acts',
      title: t('acts'),
      cell: (row) => (
        <span className={styles.acts}>
          <Button variant="default" size="compact-md" onClick={() => onPdf(row)}>
            {row.rctiNumber ?? t('statement')}
          </Button>
          {row.adjustmentNumber === null ? null : (
            <Button variant="default" size="compact-md" onClick={() => onNote(row)}>
              {row.adjustmentNumber}
            </Button>
          )}
          {row.reversedOn === null || row.adjustmentNumber !== null ? (
            <Button variant="default" size="compact-md" onClick={() => onSend(row)}>
              {t('send')}
            </Button>
          ) : null}
          {row.reversedOn === null ? (
            <Button variant="default" size="compact-md" onClick={() => onReverse(row)}>
              {t('reverse')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
}
