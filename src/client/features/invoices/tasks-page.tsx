import { useState } from 'react'
import { Button, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cancelTask, getTask, type ListedTask, listTasks } from '#contract/v1/tasks.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { LeftOutList } from './left-out.tsx'
import styles from './invoices.module.css'

/** Refetch interval while a task runs, ms. */
const LOOK_EVERY_MS = 2_000
const SHOWN = 20
const DELIVERED = ['sent', 'printed', 'waiting', 'failed', 'kept'] as const

/** /invoices/tasks: bulk acts with their progress. They go on when the page is left. */
export function TasksPage() {
  const { t } = useTranslation('invoices')
  const { data, error, refetch } = useQuery({
    ...ask(listTasks, { perPage: SHOWN }, { everyMs: LOOK_EVERY_MS }),
    staleTime: 0,
  })
  return (
    <RecordPage
      title={t('tasks')}
      back={{ to: officePaths.invoices(), label: t('back') }}
      about={<span>{t('tasksHow')}</span>}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={120} radius="lg" aria-label={t('tasks')} />
        ) : null
      ) : (
        <div className={styles.parts}>
          {data.items.length === 0 ? <p>{t('noTasks')}</p> : null}
          {data.items.map((task) => (
            <OneTask key={task.taskID} task={task} />
          ))}
        </div>
      )}
    </RecordPage>
  )
}

function OneTask({ task }: { task: ListedTask }) {
  const { t } = useTranslation('invoices')
  const [asking, setAsking] = useState(false)
  const { taskID, action, state, total, done, skipped, createdAt, createdBy } = task
  const name = t(`task-${action}`)
  const handled = done + skipped
  return (
    <section className={styles.part} aria-label={`${name} ${formatDayAndTime(createdAt)}`}>
      <div className={styles.runHead}>
        <div>
          <h2>{name}</h2>
          <span className={styles.soft}>
            {formatDayAndTime(createdAt)} · {createdBy}
          </span>
        </div>
        {state === 'running' ? (
          <div className={styles.runActs}>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('stopTask')}
            </Button>
          </div>
        ) : null}
      </div>
      {state === 'running' ? <Progress value={(100 * handled) / total} aria-label={name} /> : null}
      <p role={state === 'running' ? 'status' : undefined}>
        {[
          t(`taskState-${state}`, { handled, total }),
          ...whatBecame(t, task),
          ...(skipped === 0 ? [] : [t('taskSkipped', { count: skipped })]),
        ].join(' · ')}
      </p>
      {skipped === 0 ? null : <Skipped taskID={taskID} />}
      <ConfirmCommand
        opened={asking}
        question={t('stopQuestion')}
        cancel={t('cancel')}
        confirm={t('stopTask')}
        endpoint={cancelTask}
        input={{ taskID }}
        done={t('taskStopped')}
        onClose={() => setAsking(false)}
        onDone={() => setAsking(false)}
      >
        <p>{t('stopWhy')}</p>
      </ConfirmCommand>
    </section>
  )
}

/** How many emails of the act were sent, wait, failed or were kept. One that waits or was kept has reached nobody. */
function whatBecame(t: Translate<'invoices'>, { done, delivered }: ListedTask): string[] {
  if (delivered === null || done === 0) return [t('taskDone', { count: done })]
  return DELIVERED.filter((one) => delivered[one] > 0).map((one) => t(`taskMail-${one}`, { count: delivered[one] }))
}

function Skipped({ taskID }: { taskID: string }) {
  const { t } = useTranslation('invoices')
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...ask(getTask, { taskID }), enabled: opened, staleTime: 0 })
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{t('showSkipped')}</summary>
      {data === undefined ? null : (
        <>
          <LeftOutList items={data.skippedItems} />
          {data.skippedItems.length < data.skipped ? (
            <p className={styles.soft}>{t('firstShown', { count: data.skippedItems.length })}</p>
          ) : null}
        </>
      )}
    </details>
  )
}
