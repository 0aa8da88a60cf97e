import { useState } from 'react'
import { createNoPickup, deleteNoPickup } from '#contract/v1/no-pickups.ts'
import { deletePickupRequest } from '#contract/v1/pickup-requests.ts'
import { showLastMinute } from '#domain/clock-words.ts'
import { actOn, type CustomerAct } from '#domain/customer-week.ts'
import { type Day, showWeekOf } from '#domain/dates.ts'
import { useOffice } from '#client/shells/office.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Button } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { OwnSchedule } from './schedule-memory.ts'

const QUESTION_WORDS = sentences({
  skip: 'Skip the {{week}}?',
  tell: 'Tell the driver you don’t want a pickup in the {{week}}?',
  withdraw: 'Withdraw your request for the {{week}}?',
})

const WHY_WORDS = sentences({
  skip: 'There’s no charge. You can undo it until {{until}}.',
  tell: 'The driver sees that you cancelled, and you can’t undo it. If the driver has already been there, the usual charge applies.',
  withdraw: 'We won’t collect in this week.',
})

const ACT_WORDS = sentences({
  skip: 'No pickup this time',
  tell: 'Tell the driver',
  undo: 'Undo',
  withdraw: 'Withdraw',
})

export type ComingWeek = OwnSchedule['coming'][number]

interface WeekActProps {
  week: ComingWeek
  now: Date
  today: Day
  /** The act stands at the next collection; in the list it is less prominent. */
  isNext?: boolean
}

export function WeekAct({ week, now, today, isNext = false }: WeekActProps) {
  const { timeZone } = useOffice().profile.config
  const command = useCommand()
  const [asking, setAsking] = useState<CustomerAct | null>(null)
  const [busy, setBusy] = useState(false)
  const act = actOn(week, { now, today })
  if (act === null) return null
  const name = showWeekOf(week.from)
  const until = showLastMinute(week.cutoff, timeZone)
  const label = t(!isNext && act === 'skip' ? 'Skip' : ACT_WORDS[act])

  const run = async (what: CustomerAct) => {
    setBusy(true)
    await send(what).finally(() => setBusy(false))
    setAsking(null)
  }
  async function send(what: CustomerAct): Promise<void> {
    const { yearNumber, monthNumber, weekNumber, noPickupID = '', pickupRequestID = '' } = week
    if (what === 'undo')
      return void (await command(deleteNoPickup, { noPickupID }, { done: t('We’ll collect in this week after all') }))
    if (what === 'withdraw')
      return void (await command(deletePickupRequest, { pickupRequestID }, { done: t('Request withdrawn') }))
    const answer = await command(createNoPickup, { yearNumber, monthNumber, weekNumber })
    // The server's clock decides whether it was in time.
    if (answer.kind === 'ok')
      showSuccess(
        t(
          !answer.value.late
            ? 'No pickup: we’ve noted it'
            : what === 'tell'
              ? 'The driver can see that you cancelled'
              : 'It was too late to skip: the driver can see that you cancelled.',
        ),
      )
  }
  return (
    <>
      <Button
        compact
        variant={isNext || act === 'undo' ? 'default' : 'subtle'}
        aria-label={`${label}: ${name}`}
        // Disabling it would take the focus away.
        aria-busy={busy}
        onClick={() => (busy ? undefined : act === 'undo' ? void run(act) : setAsking(act))}
      >
        {label}
      </Button>
      {asking === null || asking === 'undo' ? null : (
        <ConfirmAction
          opened
          question={t(QUESTION_WORDS[asking], { week: name })}
          confirm={t(ACT_WORDS[asking])}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void run(asking)}
        >
          <p>{t(WHY_WORDS[asking], { until })}</p>
        </ConfirmAction>
      )}
    </>
  )
}
