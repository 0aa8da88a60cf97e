import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listRuns } from '#contract/v1/runs.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { runInWords } from '#domain/run-name.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { FIGURE_WORDS, RUN_STATUS_WORDS } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const TIME_WORDS = sentences({
  createdAt: 'Created',
  activatedAt: 'Marked active',
  doneAt: 'Driving finished',
  completedAt: 'Completed',
})

export type RunListed = OutputOf<typeof listRuns>['items'][number]

/**
 * @param timeZone the business's: instants are shown as days in it
 * @param ofDepot the column of the depot, where the firm has several
 */
export function runsColumns(
  timeZone: string,
  ofDepot: readonly Column<RunListed>[] = [],
): readonly Column<RunListed>[] {
  const dayOfInstant = (at: string) => dayOf(new Date(at), timeZone)
  const today = dayOfInstant(new Date().toISOString())
  const moment = (id: 'createdAt' | 'activatedAt' | 'doneAt' | 'completedAt'): Column<RunListed> => ({
    id,
    title: t(TIME_WORDS[id]),
    sort: id,
    optional: id !== 'createdAt',
    cell: ({ [id]: at }) => (at === null ? '–' : formatDay(dayOfInstant(at))),
    csv: ({ [id]: at }) => (at === null ? null : dayOfInstant(at)),
  })
  const figure = (id: 'planned' | 'notDone' | 'moved' | 'removed' | 'open'): Column<RunListed> => ({
    id,
    title: t(FIGURE_WORDS[id]),
    end: true,
    optional: id === 'planned',
    cell: ({ [id]: count }) => count,
    csv: ({ [id]: count }) => count,
  })
  return [
    {
      id: 'readableID',
      title: t('Run'),
      main: true,
      sort: 'readableID',
      cell: (run) => (
        <Link className={rowLink} to={officePaths.run(run.runOrderID)}>
          {runInWords(run, today)}
        </Link>
      ),
      // A file is read in other years too.
      csv: (run) => runInWords(run, ''),
    },
    plainColumn('refId', t('Number'), { sort: true, optional: true }),
    {
      id: 'fromDate',
      title: t('From'),
      sort: 'fromDate',
      optional: true,
      cell: ({ fromDate }) => formatDay(fromDate),
      csv: ({ fromDate }) => fromDate,
    },
    {
      id: 'toDate',
      title: t('To'),
      optional: true,
      cell: ({ toDate }) => formatDay(toDate),
      csv: ({ toDate }) => toDate,
    },
    ...ofDepot,
    {
      id: 'description',
      title: t('Description'),
      sort: 'description',
      long: true,
      cell: ({ description }) => description ?? '',
      csv: ({ description }) => description,
    },
    {
      id: 'status',
      title: t('Status'),
      sort: 'status',
      cell: ({ status }) => <RunStatusBadge status={status} />,
      csv: ({ status }) => t(RUN_STATUS_WORDS[status]),
    },
    {
      id: 'done',
      title: t('Stops done'),
      end: true,
      cell: ({ done, planned }) => t('{{done}} of {{planned}}', { done, planned }),
      csv: ({ done }) => done,
    },
    figure('notDone'),
    figure('moved'),
    figure('removed'),
    figure('open'),
    figure('planned'),
    {
      id: 'bags',
      title: t('Bags'),
      end: true,
      sort: 'totalBags',
      cell: ({ totalBags }) => totalBags,
      csv: ({ totalBags }) => totalBags,
    },
    moment('createdAt'),
    moment('activatedAt'),
    moment('doneAt'),
    moment('completedAt'),
  ]
}
