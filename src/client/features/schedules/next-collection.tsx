import { hasBags } from '#domain/bags.ts'
import { showClock, showDayAndTime, showLastMinute, showUsualTime } from '#domain/clock-words.ts'
import { actOn, isThisWeek } from '#domain/customer-week.ts'
import { type Day, dayOf, titleWeekOf, timeOf } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { isPutOutOver } from '#domain/put-out.ts'
import { CallFirm } from '#client/shells/call-firm.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { Card, Row, Soft } from '#client/ui/core/parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { OwnSchedule } from './schedule-memory.ts'
import { type ComingWeek, WeekAct } from './week-act.tsx'
import styles from './schedules.module.css'

const NONE_WORDS = sentences({
  ACTIVE: 'No collection is planned at the moment.',
  PENDING: 'Your registration is with the office. Your first collection is shown here once it’s confirmed.',
  BLOCKED: 'Your service is on hold. Please call us.',
  CANCELED: 'Your service has ended.',
})

const arrivalWords = ({ from, to }: { from: string; to: string }, timeZone: string) =>
  t('We expect to be there between {{from}} and {{to}}.', {
    from: showClock(timeOf(new Date(from), timeZone)),
    to: showClock(timeOf(new Date(to), timeZone)),
  })

interface NextCollectionProps {
  schedule: OwnSchedule
  next: ComingWeek | null
  now: Date
  today: Day
  /** Without an answer of the server nothing can be changed. */
  isStale: boolean
}

export function NextCollection({ schedule, next, now, today, isStale }: NextCollectionProps) {
  const { timeZone } = useOffice().profile.config
  const { status, usually, underWay, requestable } = schedule
  if (next === null)
    return (
      <Card aria-labelledby="next-collection">
        <h2 id="next-collection" className={styles.label}>
          {t('Next collection')}
        </h2>
        <p>
          {schedule.pausedFor == null
            ? t(
                status === 'ACTIVE' && requestable !== null
                  ? 'No collection is planned. Ask for a pickup when you need one.'
                  : NONE_WORDS[status],
              )
            : t('Paused until {{amount}} is paid.', { amount: showDollars(schedule.pausedFor) })}
        </p>
        {status === 'BLOCKED' ? <CallFirm /> : null}
      </Card>
    )
  const isNow = isThisWeek(next, today)
  const act = actOn(next, { now, today })
  const isOut = underWay !== null && dayOf(new Date(underWay.lastHeardAt), timeZone) === today
  return (
    <Card aria-labelledby="next-collection">
      <h2 id="next-collection" className={styles.label}>
        {t('Next collection')}
      </h2>
      <p className={styles.large}>{titleWeekOf(next.from)}</p>
      {isNow ? (
        <strong>{usually === null ? t('This week') : t('Usually {{when}}', { when: showUsualTime(usually) })}</strong>
      ) : null}
      {isNow && isOut ? (
        <p className={styles.underWay} role="status">
          {t('Your driver is on the way: {{done}} of {{stops}} stops visited, last heard {{time}}.', {
            done: underWay.done,
            stops: underWay.stops,
            time: showClock(timeOf(new Date(underWay.lastHeardAt), timeZone)),
          })}
          {underWay.arrival ? ` ${arrivalWords(underWay.arrival, timeZone)}` : null}
        </p>
      ) : null}
      <p>
        {isPutOutOver(next.putOut, { day: today, time: timeOf(now, timeZone) })
          ? t(
              hasBags(next.serviceType)
                ? 'Your bag should be out now. Leave it there until we’ve been.'
                : 'Your rubbish should be out now. Leave it there until we’ve been.',
            )
          : t(hasBags(next.serviceType) ? 'Put your bag out by {{when}}.' : 'Put your rubbish out by {{when}}.', {
              when: showDayAndTime(next.putOut.day, next.putOut.time),
            })}
      </p>
      {/* A run under way still comes; nothing does after it. */}
      {schedule.pausedFor == null ? null : (
        <p>{t('Then paused until {{amount}} is paid.', { amount: showDollars(schedule.pausedFor) })}</p>
      )}
      {isStale || act === null ? null : (
        <Row gap="small">
          {/* Why it can't be skipped comes before what can be done instead. */}
          {act === 'tell' ? <span className={styles.why}>{t('It’s too late to skip this week.')}</span> : null}
          <WeekAct week={next} now={now} today={today} isNext />
          {act === 'tell' ? null : (
            <Soft as="span">
              {act === 'skip'
                ? t('Free until {{until}}.', { until: showLastMinute(next.cutoff, timeZone) })
                : t('You asked for this one')}
            </Soft>
          )}
        </Row>
      )}
    </Card>
  )
}
