import { useState } from 'react'
import { Skeleton } from '@mantine/core'
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
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useCallList } from './call-list.ts'
import { MailEditor } from './mail-editor.tsx'
import { MailShown } from './mail-shown.tsx'
import { PlacesList } from './places-list.tsx'
import { ReminderActs } from './reminder-acts.tsx'
import { reminderInWords } from './reminder-name.ts'
import { isPastCutoff, ReminderState } from './reminder-state.tsx'
import { MissingSender } from './reminders-page.tsx'
import { WhoGetsIt } from './who-gets-it.tsx'
import styles from './reminders.module.css'

/** Refetch interval, ms, while it is being sent or the scheduler may start it. */
const SENDING_MS = 2_000
const SCHEDULED_MS = 15_000

/** /reminders/:reminderID */
export function ReminderPage({ reminderID }: { reminderID: string }) {
  const { t } = useTranslation('reminders')
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
      back={{ to: officePaths.reminders(), label: t('back') }}
      about={reminder === undefined ? null : <About reminder={reminder} />}
      acts={reminder === undefined ? null : <ReminderActs reminder={reminder} unsaved={unsaved} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {reminder === undefined ? (
        error === null ? (
          <Skeleton height={320} radius="lg" role="status" aria-label={t('loading')} />
        ) : null
      ) : (
        <div className={styles.parts}>
          <MissingSender />
          {reminder.counts.kept > 0 ? <NoMailServer when="after" /> : null}
          {reminder.sending ? <Progress reminder={reminder} /> : null}
          <ReminderFacts reminder={reminder} />
          {reminder.status === 'pending' && !reminder.sending ? (
            <Before reminder={reminder} onUnsaved={setUnsaved} />
          ) : (
            <After reminder={reminder} />
          )}
        </div>
      )}
    </RecordPage>
  )
}

function About({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('reminders')
  return (
    <>
      <ReminderState reminder={reminder} />
      <span>{reminder.readableID}</span>
      {reminder.auto ? <span>{t('auto')}</span> : null}
    </>
  )
}

function Progress({ reminder: { counts, customers } }: { reminder: Reminder }) {
  const { t } = useTranslation('reminders')
  const done = counts.sent + counts.failed + counts.kept
  return (
    <div role="status" className={styles.progress}>
      <span>
        {t('progress', {
          sent: counts.sent.toLocaleString('en-AU'),
          left: (customers - done).toLocaleString('en-AU'),
        })}{' '}
        · {t('goesOn')}
      </span>
      <progress className={styles.bar} value={done} max={Math.max(customers, 1)} aria-label={t('sent')} />
    </div>
  )
}

function ReminderFacts({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('reminders')
  const { timeZone } = useOffice().profile.config
  const { runAt, cutoff, customers, counts, collectionScheme, runNumber, description, sentAt } = reminder
  const at = (instant: string | null, lessMs = 0) =>
    instant === null ? null : showBusinessTime(new Date(new Date(instant).getTime() - lessMs), timeZone)
  const whom = [
    ...(collectionScheme === null ? [] : [collectionWords(collectionScheme)]),
    ...(runNumber === null ? [] : [t('onlyRunN', { run: runNumber })]),
  ].join(' · ')
  return (
    <Facts
      facts={[
        { label: t('runAt'), value: at(runAt) },
        // The last minute in which a customer can skip.
        { label: t('cutoff'), value: at(cutoff, 60_000) },
        { label: t('whom'), value: whom === '' ? t('everybody') : whom },
        { label: t('customers'), value: customers.toLocaleString('en-AU') },
        ...(reminder.status === 'completed'
          ? [
              { label: t('sent'), value: counts.sent.toLocaleString('en-AU') },
              { label: t('failed'), value: counts.failed.toLocaleString('en-AU') },
              ...(counts.kept > 0 ? [{ label: t('place-kept'), value: counts.kept.toLocaleString('en-AU') }] : []),
              { label: t('sentAt'), value: at(sentAt) },
            ]
          : []),
        ...(description === null ? [] : [{ label: t('description'), value: description, wide: true }]),
      ]}
    />
  )
}

function Before({ reminder, onUnsaved }: { reminder: Reminder; onUnsaved: (unsaved: boolean) => void }) {
  const { t } = useTranslation('reminders')
  const { reminderID } = reminder
  const saveCallList = useCallList({ reminderID }, reminderInWords(reminder, ''))
  const { data: preview, error, refetch } = useQuery({ ...ask(previewReminder, { reminderID }), staleTime: 0 })
  return (
    <>
      {isPastCutoff(reminder) ? <Note tone="warn">{t('tooLate')}</Note> : null}
      <MailEditor reminder={reminder} onUnsaved={onUnsaved} {...(preview && { fields: preview.fields })} />
      <StaleNotice error={preview === undefined ? error : null} onRetry={refetch} />
      {preview === undefined ? (
        <Skeleton height={160} radius="lg" role="status" aria-label={t('loading')} />
      ) : (
        <WhoGetsIt preview={preview} saveCallList={saveCallList} />
      )}
    </>
  )
}

function After({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('reminders')
  const { emailSubject, emailContent } = reminder
  return (
    <PlacesList reminder={reminder}>
      <section className={styles.part} aria-label={t('mail')}>
        <h2 className={styles.heading}>{t('mail')}</h2>
        <MailShown subject={emailSubject} text={emailContent} />
      </section>
    </PlacesList>
  )
}
