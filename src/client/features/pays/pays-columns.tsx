import { Link } from 'react-router-dom'
import type { TFunction } from 'i18next'
import type { Income } from '#contract/v1/incomes.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import styles from './pays.module.css'

interface Needs {
  t: TFunction<'pays'>
  terms: TFunction<'terms'>
  /** The business's: the recorded day is a day in it. */
  timeZone: string
  /** On a driver's own page the driver's column is left out. */
  ofDriver: boolean
}

const TONES = { pending: 'rest', payable: 'warn', paid: 'good' } as const

export function paysColumns({ t, terms, timeZone, ofDriver }: Needs): readonly Column<Income>[] {
  const day = ({ createdAt }: Income) => dayOf(new Date(createdAt), timeZone)
  const outcome = ({ outcome: one }: Income) => (one === null ? '–' : terms(`outcome${one}`))
  const columns: (Column<Income> | false)[] = [
    {
      id: 'customer',
      title: t('customer'),
      main: true,
      sort: 'customer',
      cell: ({ customerID, customer }) => <Link to={officePaths.customer(customerID, 'collections')}>{customer}</Link>,
      csv: ({ customer }) => customer,
    },
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
      cell: ({ runOrderID, runOrder }) => (
        <Link className={styles.code} to={officePaths.run(runOrderID)}>
          {runOrder}
        </Link>
      ),
      csv: ({ runOrder }) => runOrder,
    },
    {
      id: 'readableId',
      title: t('readableId'),
      sort: 'readableId',
      optional: true,
      cell: ({ readableId }) => readableId,
      csv: ({ readableId }) => readableId,
    },
    { id: 'createdAt', title: t('createdAt'), sort: 'createdAt', cell: (row) => formatDay(day(row)), csv: day },
    { id: 'outcome', title: t('outcome'), optional: true, cell: outcome, csv: outcome },
    { id: 'bags', title: t('bags'), sort: 'pu', end: true, optional: true, cell: ({ pu }) => pu, csv: ({ pu }) => pu },
    { id: 'formula', title: t('formula'), cell: ({ formula }) => formula, csv: ({ formula }) => formula },
    {
      id: 'status',
      title: t('status'),
      sort: 'status',
      cell: ({ status }) => <StateBadge tone={TONES[status]}>{t(status)}</StateBadge>,
      csv: ({ status }) => status,
    },
    {
      id: 'amount',
      title: t('amount'),
      sort: 'amount',
      end: true,
      cell: ({ amount }) => <Money dollars={amount} />,
      csv: ({ amount }) => amount,
    },
  ]
  return columns.filter((column) => column !== false)
}
