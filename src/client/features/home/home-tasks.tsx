import { Box, Card, Flex, Text, Title } from '@mantine/core'
import type { Home } from '#contract/v1/home.ts'
import { Dot } from '#client/ui/office/dot.tsx'
import { WholeLink } from '#client/shells/whole-link.tsx'
import { t } from '#client/ui/core/texts.ts'
import { countedTasks } from './counted-tasks.ts'
import { isOfDepots, lacksNextWeek } from './home-data.ts'
import { type Pressing, type TaskRow, type TaskWording, useTaskWording } from './task-row.ts'
import { calendarTasks, notReachedTasks, reminderTasks, runTasks } from './week-tasks.ts'
import styles from './home-tasks.module.css'

/** The office's tasks, the most urgent first. */
export function HomeTasks({ home }: { home: Home }) {
  const wording = useTaskWording(isOfDepots(home.runs) || lacksNextWeek(home))
  const tasks = tasksOf(home, wording)
  return (
    <Box aria-labelledby="tasks" component="section" flex={1} miw={0}>
      <Title order={2} id="tasks" mb="xs">
        {t('To do')}
      </Title>
      <Card padding={0}>
        {tasks.length === 0 ? (
          <Text c="dimmed" p="sm">
            {t('Nothing to do right now.')}
          </Text>
        ) : (
          <ul>
            {tasks.map(({ key, pressing, title, why, to, action }) => (
              <Flex
                key={key}
                component="li"
                align="center"
                mih={52}
                px="md"
                py="xs"
                pos="relative"
                className={styles.row}
              >
                <Dot colour={COLOURS[pressing]} size={8} />
                <Flex
                  flex={1}
                  miw={0}
                  direction={{ base: 'column', sm: 'row' }}
                  wrap={{ sm: 'wrap' }}
                  align={{ sm: 'baseline' }}
                  gap="0 12px"
                >
                  <strong>{title}</strong>
                  {why === undefined ? null : (
                    <Text span c="dimmed" fz="sm">
                      {why}
                    </Text>
                  )}
                </Flex>
                <Text span c="var(--br-go)">
                  <WholeLink to={to} aria-label={`${action}: ${title}`}>
                    {action}
                  </WholeLink>
                </Text>
              </Flex>
            ))}
          </ul>
        )}
      </Card>
    </Box>
  )
}

const COLOURS = { now: 'var(--br-bad-go)', soon: 'var(--br-mt-edge)', later: 'var(--br-edge)' }

const ORDER: readonly Pressing[] = ['now', 'soon', 'later']

function tasksOf(home: Home, wording: TaskWording): TaskRow[] {
  const remindersAreDue = home.alerts.some(({ kind }) => kind === 'reminders-due')
  // The server opens the alert when payment reminders are due; before that the task would ask for nothing.
  const counted = home.tasks.filter(({ kind }) => kind !== 'payment-reminders' || remindersAreDue)
  return [
    ...countedTasks(counted, wording, 'now'),
    ...notReachedTasks(home, wording),
    ...runTasks(home, wording),
    ...reminderTasks(home, wording),
    ...countedTasks(counted, wording, 'soon'),
    ...calendarTasks(home, wording),
  ].toSorted((a, b) => ORDER.indexOf(a.pressing) - ORDER.indexOf(b.pressing))
}
