import { plainColumn } from '#client/shells/plain-column.ts'
import { RunWords } from '#client/shells/run-words.tsx'
import { runInFile } from '#domain/run-name.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Income } from '#contract/v1/incomes.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { PAY_LINE_KINDS } from '#domain/words.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { INCOME_KIND_WORDS } from '#client/shells/income-kinds.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { t } from '#client/ui/core/texts.ts'
import { PAY_STATE_WORDS } from './pay-states.ts'

interface Needs {
  /** The business's: the recorded day is a day in it. */
  timeZone: string
  /** On a driver's own page the driver's column is left out. */
  ofDriver: boolean
  onRemove: (line: Income) => void
}

const TONES = { pending: 'rest', payable: 'warn', paid: 'good' } as const

export function paysColumns({ timeZone, ofDriver, onRemove }: Needs): readonly Column<Income>[] {
  const dayIn = (instant: string) => dayOf(new Date(instant), timeZone)
  const outcome = ({ outcome: one, serviceType = null }: Income) =>
    one === null ? '–' : outcomeWords(one, serviceType)
  const kind = (row: Income) => t(INCOME_KIND_WORDS[row.kind])
  const columns: (Column<Income> | false)[] = [
    {
      id: 'customer',
      title: t('Customer'),
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
    { id: 'kind', title: t('Kind'), optional: true, cell: kind, csv: kind },
    !ofDriver && {
      id: 'driver',
      title: t('Driver'),
      cell: ({ driverID, driver }) => <Link to={officePaths.driver(driverID)}>{driver ?? '–'}</Link>,
      csv: ({ driver }) => driver ?? '',
    },
    {
      id: 'run',
      title: t('Run'),
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
    plainColumn('readableId', t('Income number'), { sort: true, optional: true }),
    {
      id: 'earnedAt',
      title: t('Earned'),
      sort: 'earnedAt',
      cell: ({ earnedAt }) => formatDay(dayIn(earnedAt)),
      csv: ({ earnedAt }) => dayIn(earnedAt),
    },
    {
      id: 'createdAt',
      title: t('Recorded'),
      sort: 'createdAt',
      optional: true,
      cell: ({ createdAt }) => formatDay(dayIn(createdAt)),
      csv: ({ createdAt }) => dayIn(createdAt),
    },
    { id: 'outcome', title: t('Outcome'), optional: true, cell: outcome, csv: outcome },
    { id: 'bags', title: t('Bags'), sort: 'pu', end: true, optional: true, cell: ({ pu }) => pu, csv: ({ pu }) => pu },
    {
      id: 'formula',
      title: t('Calculation'),
      cell: (row) => (
        <>
          {row.kind === 'correction' ? `${kind(row)}: ` : ''}
          {row.formula}{' '}
          {row.status !== 'paid' && PAY_LINE_KINDS.some((one) => one === row.kind) ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onRemove(row)}>
              {t('Remove')}
            </Button>
          ) : null}
        </>
      ),
      csv: ({ formula }) => formula,
    },
    {
      id: 'status',
      title: t('Status'),
      sort: 'status',
      cell: ({ status, payment }) => (
        <StateBadge tone={TONES[status]}>
          {payment === null ? t(PAY_STATE_WORDS[status]) : `${t('Paid')} ${formatDay(payment.datePaid)}`}
        </StateBadge>
      ),
      csv: ({ status }) => t(PAY_STATE_WORDS[status]),
    },
    moneyColumn('amount', t('Amount'), { sort: true }),
  ]
  return columns.filter((column) => column !== false)
}
