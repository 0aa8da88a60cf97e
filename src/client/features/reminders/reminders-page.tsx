import { useMemo } from 'react'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Link, useNavigate } from 'react-router-dom'
import { type ListedReminder, listReminders, listRemindersDue } from '#contract/v1/reminders.ts'
import type { Day } from '#domain/dates.ts'
import { showBusinessTime } from '#domain/reminders.ts'
import { ask } from '#client/api/query-client.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'
import { reminderInWords } from './reminder-name.ts'
import { ReminderState, stateOf } from './reminder-state.tsx'
import { remindersPaths } from './reminders-paths.ts'

/** Refetch interval of the progress while the page is visible, ms. */
const LIVE_MS = 15_000

/** /reminders */
export function RemindersPage() {
  const { t } = useTranslation('reminders')
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const today = useToday()
  const columns = useMemo(() => columnsOf(t, timeZone, today), [t, timeZone, today])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('state'),
        any: t('any'),
        options: [
          { value: 'pending', label: t('statusPending') },
          { value: 'completed', label: t('statusCompleted') },
        ],
      },
      { kind: 'week', name: 'week', label: t('week') },
    ],
    [t],
  )
  const add = (
    <Button component={Link} to={remindersPaths.new()}>
      {t('new')}
    </Button>
  )
  return (
    <ListScreen
      name="reminders"
      title={t('title')}
      endpoint={listReminders}
      columns={columns}
      keyOf={({ reminderID }) => reminderID}
      nameOf={(row) => reminderInWords(row, today)}
      filters={filters}
      counted={(count) => t('counted', { count })}
      search={t('searchHow')}
      defaultSort="-runAt"
      actions={add}
      top={
        <>
          <MissingSender />
          <Text mb="md">{t('how')}</Text>
        </>
      }
      everyMs={LIVE_MS}
      onNew={() => navigate(remindersPaths.new())}
      empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
    />
  )
}

/** What every reminder must name and Settings lacks. */
export function MissingSender() {
  const { t } = useTranslation('reminders')
  const { data } = useQuery(ask(listRemindersDue, {}))
  if (data === undefined || data.missingSender.length === 0) return null
  return (
    <Note tone="warn">
      <span>{t('missingSender', { what: data.missingSender.join(', ') })}</span>{' '}
      <Link to="/settings">{t('openSettings')}</Link>
    </Note>
  )
}

function columnsOf(t: Translate<'reminders'>, timeZone: string, today: Day): readonly Column<ListedReminder>[] {
  const runAt = ({ runAt: at }: ListedReminder) => showBusinessTime(new Date(at), timeZone)
  return [
    {
      id: 'week',
      title: t('week'),
      main: true,
      sort: 'week',
      cell: (row) => (
        <Link className={rowLink} to={officePaths.reminder(row.reminderID)}>
          {reminderInWords(row, today)}
        </Link>
      ),
      csv: (row) => reminderInWords(row, ''),
    },
    { id: 'runAt', title: t('runAt'), sort: 'runAt', cell: runAt, csv: runAt },
    {
      id: 'status',
      title: t('state'),
      sort: 'status',
      cell: (row) => <ReminderState reminder={row} />,
      csv: (row) => t(`state-${stateOf(row)}`),
    },
    {
      id: 'customers',
      title: t('customers'),
      cell: ({ customers }) => customers.toLocaleString('en-AU'),
      csv: ({ customers }) => customers,
    },
    { id: 'sent', title: t('sent'), cell: ({ counts }) => counts.sent, csv: ({ counts }) => counts.sent },
    {
      id: 'kept',
      title: t('place-kept'),
      optional: true,
      cell: ({ counts }) => counts.kept,
      csv: ({ counts }) => counts.kept,
    },
    { id: 'failed', title: t('failed'), cell: ({ counts }) => counts.failed, csv: ({ counts }) => counts.failed },
    {
      id: 'description',
      title: t('description'),
      optional: true,
      cell: ({ description }) => description ?? '–',
      csv: ({ description }) => description,
    },
  ]
}
