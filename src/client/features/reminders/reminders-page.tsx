import { useMemo } from 'react'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Link } from 'react-router-dom'
import { type ListedReminder, listReminders, listRemindersDue } from '#contract/v1/reminders.ts'
import type { Day } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { reminderInWords } from './reminder-name.ts'
import { ReminderState, stateOf, timeInWords } from './reminder-state.tsx'
import { REMINDER_STATE_WORDS } from './reminder-states.ts'

/** Refetch interval of the progress while the page is visible, ms. */
const LIVE_MS = 15_000

export function RemindersPage() {
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const columns = useMemo(() => columnsOf(timeZone, today), [timeZone, today])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('Status'),
        any: t('All'),
        options: [
          { value: 'pending', label: t('Pending') },
          { value: 'completed', label: t('Completed') },
        ],
      },
      { kind: 'week', name: 'week', label: t('Week') },
    ],
    [],
  )
  return (
    <ListScreen
      name="reminders"
      title={t('Reminders')}
      endpoint={listReminders}
      columns={columns}
      keyOf={({ reminderID }) => reminderID}
      nameOf={(row) => reminderInWords(row, today)}
      filters={filters}
      counted={(count) => plural(count, '{{count}} reminder', '{{count, number}} reminders')}
      search={t('Name, description or subject')}
      defaultSort="-runAt"
      create={{ label: t('New reminder'), to: '/reminders/new' }}
      top={
        <>
          <MissingSender />
          <Text mb="md">{t('A reminder is an email before a collection week, with a link to skip it.')}</Text>
        </>
      }
      everyMs={LIVE_MS}
      empty={{ title: t('No reminders yet'), how: t('Choose a week to see who is due.') }}
    />
  )
}

/** What every reminder must name and Settings lacks. */
export function MissingSender() {
  const { data } = useQuery(ask(listRemindersDue, {}))
  if (data === undefined || data.missingSender.length === 0) return null
  return (
    <Note tone="warn">
      <span>
        {t('Missing in Settings, so no reminder can be sent: {{what}}.', { what: data.missingSender.join(', ') })}
      </span>{' '}
      <Link to="/settings">{t('Open Settings')}</Link>
    </Note>
  )
}

function columnsOf(timeZone: string, today: Day): readonly Column<ListedReminder>[] {
  const when = (row: ListedReminder) => timeInWords(row, timeZone)
  return [
    {
      id: 'week',
      title: t('Week'),
      main: true,
      sort: 'week',
      cell: (row) => (
        <Link className={rowLink} to={officePaths.reminder(row.reminderID)}>
          {reminderInWords(row, today)}
        </Link>
      ),
      csv: (row) => reminderInWords(row, ''),
    },
    { id: 'runAt', title: t('When'), sort: 'runAt', cell: when, csv: when },
    {
      id: 'status',
      title: t('Status'),
      sort: 'status',
      cell: (row) => <ReminderState reminder={row} />,
      csv: (row) => t(REMINDER_STATE_WORDS[stateOf(row)]),
    },
    {
      id: 'customers',
      title: t('Customers'),
      cell: ({ customers }) => customers.toLocaleString('en-AU'),
      csv: ({ customers }) => customers,
    },
    { id: 'sent', title: t('Sent'), cell: ({ counts }) => counts.sent, csv: ({ counts }) => counts.sent },
    {
      id: 'kept',
      title: t('Not sent (no mail server)'),
      optional: true,
      cell: ({ counts }) => counts.kept,
      csv: ({ counts }) => counts.kept,
    },
    { id: 'failed', title: t('Failed'), cell: ({ counts }) => counts.failed, csv: ({ counts }) => counts.failed },
    plainColumn('description', t('Description'), { optional: true, dash: true }),
  ]
}
