import { useState } from 'react'
import { Card, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getReminder, previewReminder, type Reminder } from '#contract/v1/reminders.ts'
import { collectionWords } from '#domain/scheme-words.ts'
import { showBusinessTime } from '#domain/reminders.ts'
import { ask } from '#client/api/query-client.ts'
import { Facts } from '#client/shells/facts.tsx'
import { NoMailServer } from '#client/shells/no-mail-server.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useCallList } from './call-list.ts'
import { MailEditor } from './mail-editor.tsx'
import { MailShown } from './mail-shown.tsx'
import { PlacesList } from './places-list.tsx'
import { ReminderActs } from './reminder-acts.tsx'
import { reminderInWords } from './reminder-name.ts'
import { isPastCutoff, ReminderState, timeInWords } from './reminder-state.tsx'
import { MissingSender } from './reminders-page.tsx'
import { WhoGetsIt } from './who-gets-it.tsx'

/** Refetch interval, ms, while it is being sent or the scheduler may start it. */
const SENDING_MS = 2_000
const SCHEDULED_MS = 15_000

export function ReminderPage({ reminderID }: { reminderID: string }) {
  const today = useToday()
  const [unsaved, setUnsaved] = useState(false)
  const {
    data: reminder,
    error,
    refetch,
  } = useQuery({
    ...ask(getReminder, { reminderID }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.sending ? SENDING_MS : data?.status === 'pending' && data.active ? SCHEDULED_MS : false,
  })
  return (
    <RecordPage
      title={reminder === undefined ? '' : reminderInWords(reminder, today)}
      back={{ to: officePaths.reminders(), label: t('Reminders') }}
      about={reminder === undefined ? null : <About reminder={reminder} />}
      acts={reminder === undefined ? null : <ReminderActs reminder={reminder} unsaved={unsaved} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {reminder === undefined ? (
        error === null ? (
          <Skeleton height={320} radius="lg" role="status" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="md">
          <MissingSender />
          {reminder.counts.kept > 0 ? <NoMailServer when="after" /> : null}
          {reminder.sending ? <Progress reminder={reminder} /> : null}
          <ReminderFacts reminder={reminder} />
          {reminder.status === 'pending' && !reminder.sending ? (
            <Before reminder={reminder} onUnsaved={setUnsaved} />
          ) : (
            <After reminder={reminder} />
          )}
        </Stack>
      )}
    </RecordPage>
  )
}

function About({ reminder }: { reminder: Reminder }) {
  return (
    <>
      <ReminderState reminder={reminder} />
      <span>{reminder.readableID}</span>
      {reminder.auto ? <span>{t('Automatic')}</span> : null}
    </>
  )
}

function Progress({ reminder: { counts, customers } }: { reminder: Reminder }) {
  const done = counts.sent + counts.failed + counts.kept
  return (
    <Stack role="status" gap="xs" fw={600}>
      <span>
        {t('{{sent}} sent, {{left}} to go', {
          sent: counts.sent.toLocaleString('en-AU'),
          left: (customers - done).toLocaleString('en-AU'),
        })}{' '}
        · {t('You can leave this page.')}
      </span>
      <progress
        style={{ accentColor: 'var(--br-go)' }}
        value={done}
        max={Math.max(customers, 1)}
        aria-label={t('Sent')}
      />
    </Stack>
  )
}

function ReminderFacts({ reminder }: { reminder: Reminder }) {
  const { timeZone } = useOffice().profile.config
  const { cutoff, customers, counts, collectionScheme, runNumber, description, sentAt } = reminder
  const at = (instant: string | null, lessMs = 0) =>
    instant === null ? null : showBusinessTime(new Date(new Date(instant).getTime() - lessMs), timeZone)
  const whom = [
    ...(collectionScheme === null ? [] : [collectionWords(collectionScheme)]),
    ...(runNumber === null ? [] : [t('Run {{run}}', { run: runNumber })]),
  ].join(' · ')
  return (
    <Facts
      facts={[
        // What is completed says when below.
        ...(reminder.status === 'completed' ? [] : [{ label: t('Sends at'), value: timeInWords(reminder, timeZone) }]),
        // The last minute in which a customer can skip.
        { label: t('Cut-off'), value: at(cutoff, 60_000) },
        { label: t('For'), value: whom === '' ? t('All') : whom },
        { label: t('Customers'), value: customers.toLocaleString('en-AU') },
        ...(reminder.status === 'completed'
          ? [
              { label: t('Sent'), value: counts.sent.toLocaleString('en-AU') },
              { label: t('Failed'), value: counts.failed.toLocaleString('en-AU') },
              ...(counts.kept > 0
                ? [{ label: t('Not sent (no mail server)'), value: counts.kept.toLocaleString('en-AU') }]
                : []),
              { label: t('Completed'), value: at(sentAt) },
            ]
          : []),
        ...(description === null ? [] : [{ label: t('Description'), value: description, wide: true }]),
      ]}
    />
  )
}

function Before({ reminder, onUnsaved }: { reminder: Reminder; onUnsaved: (unsaved: boolean) => void }) {
  const { reminderID } = reminder
  const saveCallList = useCallList({ reminderID }, reminderInWords(reminder, ''))
  const { data: preview, error, refetch } = useQuery({ ...ask(previewReminder, { reminderID }), staleTime: 0 })
  return (
    <>
      {isPastCutoff(reminder) ? (
        <Note tone="warn">{t('The cut-off has passed, so this reminder can’t be sent any more.')}</Note>
      ) : null}
      <MailEditor reminder={reminder} onUnsaved={onUnsaved} {...(preview && { fields: preview.fields })} />
      <StaleNotice error={preview === undefined ? error : null} onRetry={refetch} />
      {preview === undefined ? (
        <Skeleton height={160} radius="lg" role="status" aria-label={t('Loading')} />
      ) : (
        <WhoGetsIt preview={preview} saveCallList={saveCallList} />
      )}
    </>
  )
}

function After({ reminder }: { reminder: Reminder }) {
  const { emailSubject, emailContent } = reminder
  return (
    <PlacesList reminder={reminder}>
      <Card component="section" aria-label={t('Email')}>
        <Title order={2}>{t('Email')}</Title>
        <MailShown subject={emailSubject} text={emailContent} />
      </Card>
    </PlacesList>
  )
}
