import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listRuns } from '#contract/v1/runs.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './calendar-move.module.css'

/** Links from a week to its runs; an existing draft is opened instead of generating a second one. */
export function WeekRuns({ week: { yearNumber, monthNumber, weekNumber } }: { week: WeekRef }) {
  const { t } = useTranslation('settings')
  const { data } = useQuery({
    ...ask(listRuns, { yearNumber, monthNumber, weekNumber, perPage: PAGE_MAX }),
    throwOnError: false,
  })
  const items = data?.items ?? []
  return (
    <nav aria-label={t('calendar.runs')} className={styles.preview}>
      {items.map(({ runOrderID, readableID, status }) => (
        <span key={runOrderID} className={styles.run}>
          <Anchor component={Link} to={officePaths.run(runOrderID)}>
            {t('calendar.openRun', { run: readableID })}
          </Anchor>
          <RunStatusBadge status={status} />
        </span>
      ))}
      {data === undefined || items.some(({ status }) => status === 'draft') ? null : (
        <Anchor component={Link} to={officePaths.newRun({ yearNumber, monthNumber, weekNumber })}>
          {t('calendar.generateRun')}
        </Anchor>
      )}
    </nav>
  )
}
