import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import styles from './bank.module.css'

/** Whether a payment of the line can be reversed (domain.md 11, M8); one that was reversed elsewhere can't. */
const isUndoable = ({ state, payments }: BankLineShown): boolean =>
  state !== 'waiting' && state !== 'dishonour' && payments.every(({ reversed }) => !reversed)

const TONES = {
  waiting: 'warn',
  posted: 'good',
  split: 'good',
  dishonour: 'bad',
  clearing: 'rest',
  dismissed: 'rest',
} as const

export function linesColumns(
  t: Translate<'bank'>,
  onUndo: (line: BankLineShown) => void,
): readonly Column<BankLineShown>[] {
  const by = ({ decidedBy }: BankLineShown) => decidedBy ?? t('byItself')
  return [
    { id: 'day', title: t('day'), sort: 'day', cell: ({ day }) => formatDay(day), csv: ({ day }) => day },
    {
      id: 'text',
      title: t('text'),
      main: true,
      sort: 'text',
      long: true,
      cell: ({ text }) => text || t('noText'),
      csv: ({ text }) => text,
    },
    {
      id: 'state',
      title: t('state'),
      cell: ({ state, payments }) => (
        <>
          <StateBadge tone={TONES[state]}>{t(`state-${state}`)}</StateBadge>
          {state !== 'dishonour' && payments.some(({ reversed }) => reversed) ? (
            <span className={styles.soft}> {t('isReversed')}</span>
          ) : null}
        </>
      ),
      csv: ({ state }) => t(`state-${state}`),
    },
    {
      id: 'booked',
      title: t('booked'),
      long: true,
      cell: ({ payments, payout }) =>
        payout !== null ? (
          <Link to={officePaths.payouts()}>{t('payoutOf', { day: formatDay(payout.arrivesOn) })}</Link>
        ) : (
          payments.map(({ transactionID, customerID, name }, at) => (
            <span key={transactionID}>
              {at === 0 ? '' : ', '}
              <Link to={officePaths.customer(customerID, 'ledger')}>{name}</Link>
            </span>
          ))
        ),
      csv: ({ payments, payout }) => payout?.payoutID ?? payments.map(({ name }) => name).join(', '),
    },
    { id: 'reason', title: t('reason'), long: true, cell: ({ reason }) => reason, csv: ({ reason }) => reason },
    {
      id: 'decided',
      title: t('decided'),
      optional: true,
      cell: (line) => (line.decidedAt === null ? '–' : `${formatDayAndTime(line.decidedAt)}, ${by(line)}`),
      csv: (line) => (line.decidedAt === null ? null : `${line.decidedAt} ${by(line)}`),
    },
    {
      id: 'account',
      title: t('account'),
      optional: true,
      cell: ({ account }) => account,
      csv: ({ account }) => account,
    },
    { id: 'file', title: t('file'), optional: true, cell: ({ file }) => file, csv: ({ file }) => file },
    moneyColumn('balance', t('balance'), { optional: true }),
    moneyColumn('amount', t('amount'), { sort: true }),
    {
      id: 'actions',
      title: t('actions'),
      cell: (line) => (
        <MoreActs
          owner={line.text}
          acts={isUndoable(line) ? [{ label: t('undo'), onClick: () => onUndo(line) }] : []}
        />
      ),
    },
  ]
}
