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
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { OwnSchedule } from './schedule-memory.ts'

export type ComingWeek = OwnSchedule['coming'][number]

interface WeekActProps {
  week: ComingWeek
  now: Date
  today: Day
  /** Beside the next collection; in the list it is less prominent. */
  isNext?: boolean
}

export function WeekAct({ week, now, today, isNext = false }: WeekActProps) {
  const { t } = useTranslation('schedules')
  const { timeZone } = useOffice().profile.config
  const command = useCommand()
  const [asking, setAsking] = useState<CustomerAct | null>(null)
  const [busy, setBusy] = useState(false)
  const act = actOn(week, { now, today })
  if (act === null) return null
  const name = showWeekOf(week.from)
  const until = showLastMinute(week.cutoff, timeZone)
  const label = t(!isNext && act === 'skip' ? 'skipShort' : act)

  const run = async (what: CustomerAct) => {
    setBusy(true)
    await send(what).finally(() => setBusy(false))
    setAsking(null)
  }
  async function send(what: CustomerAct): Promise<void> {
    const { yearNumber, monthNumber, weekNumber, noPickupID = '', pickupRequestID = '' } = week
    if (what === 'undo') return void (await command(deleteNoPickup, { noPickupID }, { done: t('undone') }))
    if (what === 'withdraw')
      return void (await command(deletePickupRequest, { pickupRequestID }, { done: t('withdrawn') }))
    const answer = await command(createNoPickup, { yearNumber, monthNumber, weekNumber })
    // The server's clock decides whether it was in time.
    if (answer.kind === 'ok')
      showSuccess(t(!answer.value.late ? 'skippedDone' : what === 'tell' ? 'toldDone' : 'tooLate'))
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
          question={t(`${asking}Question`, { week: name })}
          cancel={t('cancel')}
          confirm={t(asking)}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void run(asking)}
        >
          <p>{t(`${asking}Why`, { until })}</p>
        </ConfirmAction>
      )}
    </>
  )
}
