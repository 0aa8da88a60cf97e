import { useState } from 'react'
import { type CalendarFeed, endCalendarFeed, makeCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Row, Section, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { useCopy } from './use-copy.ts'
import { useTold } from './use-told.ts'

interface CalendarFeedProps {
  feed: CalendarFeed | null
  again: () => Promise<void>
}

type Question = 'renew' | 'end'

/** The address at which calendar programs read the customer's collections. */
export function CalendarFeedSection({ feed, again }: CalendarFeedProps) {
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
      <Section
        title={t('Collections in your calendar')}
        how={t('Your collection weeks in the calendar of your phone or computer. Changes come along by themselves.')}
      >
        <Row>
          <Button
            variant="default"
            loading={busy}
            onClick={() => void run(call(makeCalendarFeed, {}), t('Calendar address made'))}
          >
            {t('Get my calendar address')}
          </Button>
        </Row>
      </Section>
    )
  return (
    <Section
      title={t('Collections in your calendar')}
      how={t('Your collection weeks in the calendar of your phone or computer. Changes come along by themselves.')}
    >
      <Address feed={feed} onAsk={setAsking} />
      {asking === null ? null : (
        <ConfirmAction
          opened
          question={t(asking === 'renew' ? 'Make a new calendar address?' : 'Remove your calendar address?')}
          confirm={t(asking === 'renew' ? 'New address' : 'Remove')}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() =>
            void (asking === 'renew'
              ? run(call(makeCalendarFeed, {}), t('New calendar address made'))
              : run(call(endCalendarFeed, {}), t('Calendar address removed')))
          }
        >
          <p>
            {t(
              asking === 'renew'
                ? 'The old address stops working. Add the new one to your calendars.'
                : 'Calendars that use it no longer get your collections.',
            )}
          </p>
        </ConfirmAction>
      )}
    </Section>
  )
}

function Address({ feed: { url, readAt }, onAsk }: { feed: CalendarFeed; onAsk: (question: Question) => void }) {
  const copy = useCopy()
  return (
    <>
      <TextField
        label={t('Calendar address')}
        description={t('In your calendar, add a calendar “by subscription” or “from URL”, and paste this address.')}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Row>
        <Button onClick={() => copy(url)}>{t('Copy address')}</Button>
        {/* Phones and Apple's computers open their calendar by this scheme. */}
        <a className={buttonLook('default')} href={url.replace(/^https?:/, 'webcal:')}>
          {t('Open in calendar app')}
        </a>
      </Row>
      <p>{t('Calendars look for changes about once a day. What’s new here may take that long to show there.')}</p>
      <Soft>
        {t('Anyone with this address can see your collection weeks. Don’t share it.')}{' '}
        {readAt === null
          ? t('Not read by a calendar yet.')
          : t('Last read by a calendar {{time}}.', { time: formatDayAndTime(readAt) })}
      </Soft>
      <Row>
        <Button variant="default" onClick={() => onAsk('renew')}>
          {t('New address')}
        </Button>
        <Button variant="default" onClick={() => onAsk('end')}>
          {t('Remove')}
        </Button>
      </Row>
    </>
  )
}
