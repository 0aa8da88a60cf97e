import { RunWords } from '#client/shells/run-words.tsx'
import { runInFile } from '#domain/run-name.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { Income } from '#contract/v1/incomes.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { PAY_LINE_KINDS } from '#domain/words.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'

interface Needs {
  t: Translate<'pays'>
  terms: Translate<'terms'>
  /** The business's: the recorded day is a day in it. */
  timeZone: string
  /** On a driver's own page the driver's column is left out. */
  ofDriver: boolean
  onRemove: (line: Income) => void
}

const TONES = { pending: 'rest', payable: 'warn', paid: 'good' } as const

export function paysColumns({ t, terms, timeZone, ofDriver, onRemove }: Needs): readonly Column<Income>[] {
  const dayIn = (instant: string) => dayOf(new Date(instant), timeZone)
  const outcome = ({ outcome: one }: Income) => (one === null ? '–' : terms(`outcome${one}`))
  const kind = (row: Income) => t(row.kind)
  const columns: (Column<Income> | false)[] = [
    {
      id: 'customer',
      title: t('customer'),
      main: true,
      sort: 'customer',
      cell: (row) =>
        row.customerID === null ? (
          kind(row)
        ) : (
          <Link to={officePaths.customer(row.customerID, 'collections')}>{row.customer}</Link>
        ),
      csv: (row) => row.customer ?? kind(row),
    },
    { id: 'kind', title: t('kind'), optional: true, cell: kind, csv: kind },
    !ofDriver && {
      id: 'driver',
      title: t('driver'),
      cell: ({ driverID, driver }) => <Link to={officePaths.driver(driverID)}>{driver ?? '–'}</Link>,
      csv: ({ driver }) => driver ?? '',
    },
    {
      id: 'run',
      title: t('run'),
      sort: 'runOrder',
      cell: ({ runOrderID, ...run }) =>
        runOrderID === null ? (
          '–'
        ) : (
          <Link to={officePaths.run(runOrderID)}>
            <RunWords run={run} />
          </Link>
        ),
      csv: runInFile,
    },
    {
      id: 'readableId',
      title: t('readableId'),
      sort: 'readableId',
      optional: true,
      cell: ({ readableId }) => readableId,
      csv: ({ readableId }) => readableId,
    },
    {
      id: 'earnedAt',
      title: t('earnedAt'),
      sort: 'earnedAt',
      cell: ({ earnedAt }) => formatDay(dayIn(earnedAt)),
      csv: ({ earnedAt }) => dayIn(earnedAt),
    },
    {
      id: 'createdAt',
      title: t('createdAt'),
      sort: 'createdAt',
      optional: true,
      cell: ({ createdAt }) => formatDay(dayIn(createdAt)),
      csv: ({ createdAt }) => dayIn(createdAt),
    },
    { id: 'outcome', title: t('outcome'), optional: true, cell: outcome, csv: outcome },
    { id: 'bags', title: t('bags'), sort: 'pu', end: true, optional: true, cell: ({ pu }) => pu, csv: ({ pu }) => pu },
    {
      id: 'formula',
      title: t('formula'),
      cell: (row) => (
        <>
          {row.kind === 'correction' ? `${kind(row)}: ` : ''}
          {row.formula}{' '}
          {row.status !== 'paid' && PAY_LINE_KINDS.some((one) => one === row.kind) ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onRemove(row)}>
              {t('remove')}
            </Button>
          ) : null}
        </>
      ),
      csv: ({ formula }) => formula,
    },
    {
      id: 'status',
      title: t('status'),
      sort: 'status',
      cell: ({ status, payment }) => (
        <StateBadge tone={TONES[status]}>
          {payment === null ? t(status) : `${t('paid')} ${formatDay(payment.datePaid)}`}
        </StateBadge>
      ),
      csv: ({ status }) => status,
    },
    moneyColumn('amount', t('amount'), { sort: true }),
  ]
  return columns.filter((column) => column !== false)
}
