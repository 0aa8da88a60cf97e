import { useState } from 'react'
import { type CalendarFeed, endCalendarFeed, makeCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'
import { useCopy } from './use-copy.ts'
import { useTold } from './use-told.ts'

interface CalendarFeedProps {
  feed: CalendarFeed | null
  again: () => Promise<void>
}

type Question = 'renew' | 'end'

/** The address at which calendar programs read the customer's collections. */
export function CalendarFeedSection({ feed, again }: CalendarFeedProps) {
  const { t } = useTranslation('ownAccount')
  const { t: profile } = useTranslation('profile')
  const { call } = useAccess()
  const tell = useTold()
  const [asking, setAsking] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  async function run(waiting: Promise<Answer<unknown>>, done: string): Promise<void> {
    setBusy(true)
    const answer = await waiting
    tell(answer)
    if (answer.kind === 'ok') showSuccess(done)
    await again()
    setBusy(false)
    setAsking(null)
  }
  if (feed === null)
    return (
      <Section title={t('calendar')} how={t('calendarHow')}>
        <div className={styles.acts}>
          <Button
            variant="default"
            loading={busy}
            onClick={() => void run(call(makeCalendarFeed, {}), t('calendarMade'))}
          >
            {t('calendarMake')}
          </Button>
        </div>
      </Section>
    )
  return (
    <Section title={t('calendar')} how={t('calendarHow')}>
      <Address feed={feed} onAsk={setAsking} />
      {asking === null ? null : (
        <ConfirmAction
          opened
          question={t(asking === 'renew' ? 'calendarRenewQuestion' : 'calendarEndQuestion')}
          cancel={profile('cancel')}
          confirm={t(asking === 'renew' ? 'calendarRenew' : 'calendarEnd')}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() =>
            void (asking === 'renew'
              ? run(call(makeCalendarFeed, {}), t('calendarRenewed'))
              : run(call(endCalendarFeed, {}), t('calendarEnded')))
          }
        >
          <p>{t(asking === 'renew' ? 'calendarRenewWhy' : 'calendarEndWhy')}</p>
        </ConfirmAction>
      )}
    </Section>
  )
}

function Address({ feed: { url, readAt }, onAsk }: { feed: CalendarFeed; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('ownAccount')
  const copy = useCopy()
  return (
    <>
      <TextField
        label={t('calendarAddress')}
        description={t('calendarPaste')}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div className={styles.acts}>
        <Button onClick={() => copy(url)}>{t('copyAddress')}</Button>
        {/* Phones and Apple's computers open their calendar by this scheme. */}
        <a className={buttonLook('default')} href={url.replace(/^https?:/, 'webcal:')}>
          {t('openCalendar')}
        </a>
      </div>
      <p>{t('calendarDaily')}</p>
      <p className={styles.soft}>
        {t('calendarSecret')}{' '}
        {readAt === null ? t('calendarUnread') : t('calendarRead', { time: formatDayAndTime(readAt) })}
      </p>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => onAsk('renew')}>
          {t('calendarRenew')}
        </Button>
        <Button variant="default" onClick={() => onAsk('end')}>
          {t('calendarEnd')}
        </Button>
      </div>
    </>
  )
}
