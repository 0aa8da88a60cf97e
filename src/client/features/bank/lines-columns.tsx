import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { LINE_STATE_WORDS } from './line-states.ts'

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

export function linesColumns(onUndo: (line: BankLineShown) => void): readonly Column<BankLineShown>[] {
  const by = ({ decidedBy }: BankLineShown) => decidedBy ?? t('By itself')
  return [
    { id: 'day', title: t('Date'), sort: 'day', cell: ({ day }) => formatDay(day), csv: ({ day }) => day },
    {
      id: 'text',
      title: t('Description'),
      main: true,
      sort: 'text',
      long: true,
      cell: ({ text }) => text || t('No description'),
      csv: ({ text }) => text,
    },
    {
      id: 'state',
      title: t('State'),
      cell: ({ state, payments }) => (
        <>
          <StateBadge tone={TONES[state]}>{t(LINE_STATE_WORDS[state])}</StateBadge>
          {state !== 'dishonour' && payments.some(({ reversed }) => reversed) ? (
            <Text span c="dimmed">
              {' '}
              {t('Reversed')}
            </Text>
          ) : null}
        </>
      ),
      csv: ({ state }) => t(LINE_STATE_WORDS[state]),
    },
    {
      id: 'booked',
      title: t('Booked for'),
      long: true,
      cell: ({ payments, payout }) =>
        payout !== null ? (
          <Link to={officePaths.payouts()}>{t('Card payout of {{day}}', { day: formatDay(payout.arrivesOn) })}</Link>
        ) : (
          payments.map(({ transactionID, customerID, name }, at) => (
            <span key={transactionID}>
              {at === 0 ? '' : ', '}
              <Link to={officePaths.customer(customerID, 'ledger')}>{name}</Link>
            </span>
          ))
        ),
      csv: ({ payments, payout }) =>
        payout !== null
          ? t('Card payout of {{day}}', { day: payout.arrivesOn })
          : payments.map(({ name }) => name).join(', '),
    },
    plainColumn('reason', t('Reason'), { long: true }),
    {
      id: 'decided',
      title: t('Decided'),
      optional: true,
      cell: (line) => (line.decidedAt === null ? '–' : `${formatDayAndTime(line.decidedAt)}, ${by(line)}`),
      csv: (line) => (line.decidedAt === null ? null : `${timeInFile(line.decidedAt)}, ${by(line)}`),
    },
    plainColumn('account', t('Bank account'), { optional: true }),
    plainColumn('file', t('File'), { optional: true }),
    moneyColumn('balance', t('Balance'), { optional: true }),
    moneyColumn('amount', t('Amount'), { sort: true }),
    {
      id: 'actions',
      title: t('Actions'),
      cell: (line) =>
        line.state === 'dishonour' ? (
          <Text span c="dimmed">
            {t('A reversal can’t be undone')}
          </Text>
        ) : (
          <MoreActs
            owner={line.text}
            acts={isUndoable(line) ? [{ label: t('Undo'), onClick: () => onUndo(line) }] : []}
          />
        ),
    },
  ]
}
