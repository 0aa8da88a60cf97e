import { plainColumn } from '#client/shells/plain-column.ts'
import { customerColumn, refIdColumn } from '#client/shells/customer-columns.tsx'
import { RunWords } from '#client/shells/run-words.tsx'
import { runInFile } from '#domain/run-name.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { PickupRequest } from '#contract/v1/pickup-requests.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { periodName, weekInList } from '#client/shells/weeks.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'

interface Needs {
  /** The business's: the day of the request is a day in it. */
  timeZone: string
  today: Day
  onDelete: (request: PickupRequest) => void
}

export function pickupRequestsColumns({ timeZone, today, onDelete }: Needs): readonly Column<PickupRequest>[] {
  const day = ({ createdAt }: PickupRequest) => dayOf(new Date(createdAt), timeZone)
  const isOpen = ({ assignmentID }: PickupRequest) => assignmentID === null
  return [
    refIdColumn({ sort: true, optional: true }),
    customerColumn({ main: true, sort: 'customer', tab: 'collections' }),
    plainColumn('suburb', t('Suburb'), { sort: true }),
    {
      id: 'week',
      title: t('Week'),
      sort: 'week',
      cell: ({ from, ...week }) => weekInList(week, from, today),
      csv: (row) => periodName(row),
    },
    plainColumn('notes', t('Notes'), { dash: true }),
    {
      id: 'state',
      title: t('State'),
      cell: (row) => (
        <StateBadge tone={isOpen(row) ? 'warn' : 'good'}>{t(isOpen(row) ? 'Open' : 'On a run')}</StateBadge>
      ),
      csv: (row) => t(isOpen(row) ? 'Open' : 'On a run'),
    },
    {
      id: 'run',
      title: t('Run'),
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
    { id: 'createdAt', title: t('Added'), sort: 'createdAt', cell: (row) => formatDay(day(row)), csv: day },
    {
      id: 'actions',
      title: t('Actions'),
      cell: (row) =>
        isOpen(row) ? (
          <Button
            variant="default"
            aria-label={t('Withdraw {{name}}’s request', { name: row.customer })}
            onClick={() => onDelete(row)}
          >
            {t('Withdraw')}
          </Button>
        ) : null,
    },
  ]
}
