import { Card, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Home } from '#contract/v1/home.ts'
import { t } from '#client/ui/core/texts.ts'
import { countedTasks } from './counted-tasks.ts'
import { type Pressing, type TaskRow, type TaskWording, useTaskWording } from './task-row.ts'
import { calendarTasks, notReachedTasks, reminderTasks, runTasks } from './week-tasks.ts'
import styles from './home-tasks.module.css'

/** The office's tasks, the most urgent first. */
export function HomeTasks({ home }: { home: Home }) {
  const wording = useTaskWording()
  const tasks = tasksOf(home, wording)
  return (
    <section aria-labelledby="tasks" className={styles.section}>
      <Title order={2} id="tasks" className={styles.heading}>
        {t('To do')}
      </Title>
      <Card withBorder padding={0}>
        {tasks.length === 0 ? (
          <p className={styles.nothing}>{t('Nothing to do right now.')}</p>
        ) : (
          <ul>
            {tasks.map(({ key, pressing, title, why, to, action }) => (
              <li key={key} className={styles.row}>
                <span className={`${styles.mark} ${styles[pressing]}`} aria-hidden="true" />
                <div className={styles.words}>
                  <strong className={styles.title}>{title}</strong>
                  {why === undefined ? null : <span className={styles.why}>{why}</span>}
                </div>
                <Link to={to} className={styles.action} aria-label={`${action}: ${title}`}>
                  {action}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

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
