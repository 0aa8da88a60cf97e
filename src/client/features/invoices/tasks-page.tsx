import { useState } from 'react'
import { Button, Flex, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cancelTask, getTask, type ListedTask, listTasks } from '#contract/v1/tasks.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { LeftOutList } from './left-out.tsx'

const TASK_WORDS = sentences({
  send: 'Send invoices',
  remind: 'Send reminders',
  mass: 'Invoice unbilled collections',
  pay: 'Record payments',
  'mark-printed': 'Mark as printed',
})

const TASK_STATE_WORDS = sentences({
  running: '{{handled}} of {{total}}',
  done: 'Finished',
  cancelled: 'Stopped after {{handled}} of {{total}}',
})

const TASK_MAIL_WORDS = {
  sent: (count: number) => plural(count, '{{count}} sent', '{{count, number}} sent'),
  printed: (count: number) => plural(count, '{{count}} printed', '{{count, number}} printed'),
  waiting: (count: number) => plural(count, '{{count}} waiting to be sent', '{{count, number}} waiting to be sent'),
  failed: (count: number) => plural(count, '{{count}} couldn’t be sent', '{{count, number}} couldn’t be sent'),
  kept: (count: number) =>
    plural(count, '{{count}} not sent (no mail server)', '{{count, number}} not sent (no mail server)'),
} as const

/** Refetch interval while a task runs, ms. */
const LOOK_EVERY_MS = 2_000
const SHOWN = 20
const DELIVERED = ['sent', 'printed', 'waiting', 'failed', 'kept'] as const

/** /invoices/tasks: bulk acts with their progress. They go on when the page is left. */
export function TasksPage() {
  const { data, error, refetch } = useQuery({
    ...ask(listTasks, { perPage: SHOWN }, { everyMs: LOOK_EVERY_MS }),
    staleTime: 0,
  })
  return (
    <RecordPage
      title={t('Bulk actions')}
      back={{ to: officePaths.invoices(), label: t('All invoices') }}
      about={<span>{t('They go on when you leave this page.')}</span>}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={120} radius="lg" aria-label={t('Bulk actions')} />
        ) : null
      ) : (
        <Stack gap="md">
          {data.items.length === 0 ? <p>{t('None in the last 90 days.')}</p> : null}
          {data.items.map((task) => (
            <OneTask key={task.taskID} task={task} />
          ))}
        </Stack>
      )}
    </RecordPage>
  )
}

function OneTask({ task }: { task: ListedTask }) {
  const [asking, setAsking] = useState(false)
  const { taskID, action, state, total, done, skipped, createdAt, createdBy } = task
  const name = t(TASK_WORDS[action])
  const handled = done + skipped
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={`${name} ${formatDayAndTime(createdAt)}`}>
      <Group justify="space-between" align="end">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text span c="dimmed">
            {formatDayAndTime(createdAt)} · {createdBy}
          </Text>
        </div>
        {state === 'running' ? (
          <Group>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('Stop')}
            </Button>
          </Group>
        ) : null}
      </Group>
      {state === 'running' ? <Progress value={(100 * handled) / total} aria-label={name} /> : null}
      <p role={state === 'running' ? 'status' : undefined}>
        {[
          t(TASK_STATE_WORDS[state], { handled, total }),
          ...whatBecame(task),
          ...(skipped === 0 ? [] : [plural(skipped, '{{count}} left out', '{{count, number}} left out')]),
        ].join(' · ')}
      </p>
      {skipped === 0 ? null : <Skipped taskID={taskID} />}
      <ConfirmCommand
        opened={asking}
        question={t('Stop this?')}
        confirm={t('Stop')}
        endpoint={cancelTask}
        input={{ taskID }}
        done={t('Stopped')}
        onClose={() => setAsking(false)}
      >
        <p>{t('What’s done stays done.')}</p>
      </ConfirmCommand>
    </Flex>
  )
}

/** How many emails of the act were sent, wait, failed or were kept. One that waits or was kept has reached nobody. */
function whatBecame({ done, delivered }: ListedTask): string[] {
  if (delivered === null || done === 0) return [plural(done, '{{count}} done', '{{count, number}} done')]
  return DELIVERED.filter((one) => delivered[one] > 0).map((one) => TASK_MAIL_WORDS[one](delivered[one]))
}

function Skipped({ taskID }: { taskID: string }) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...ask(getTask, { taskID }), enabled: opened, staleTime: 0 })
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{t('Who was left out, and why')}</summary>
      {data === undefined ? null : (
        <>
          <LeftOutList items={data.skippedItems} />
          {data.skippedItems.length < data.skipped ? (
            <Text c="dimmed">{t('Showing the first {{count, number}}.', { count: data.skippedItems.length })}</Text>
          ) : null}
        </>
      )}
    </details>
  )
}
