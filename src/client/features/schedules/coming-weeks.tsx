import { type Day, titleWeekOf } from '#domain/dates.ts'
import { Line, Lines, Section, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { type ComingWeek, WeekAct } from './week-act.tsx'

interface ComingWeeksProps {
  weeks: readonly ComingWeek[]
  now: Date
  today: Day
  isStale: boolean
}

export function ComingWeeks({ weeks, now, today, isStale }: ComingWeeksProps) {
  return (
    <Section title={t('The next 12 months')}>
      {weeks.length === 0 ? (
        <Soft>{t('No other collections are planned.')}</Soft>
      ) : (
        <Lines>
          {weeks.map((week) => (
            <Line key={`${week.yearNumber}-${week.monthNumber}-${week.weekNumber}`}>
              <div>
                {titleWeekOf(week.from)}
                <State week={week} />
              </div>
              {isStale ? null : <WeekAct week={week} now={now} today={today} />}
            </Line>
          ))}
        </Lines>
      )}
    </Section>
  )
}

/** Shows nothing beside a week that is simply planned. */
function State({ week: { state, late = false, pickupRequestID } }: { week: ComingWeek }) {
  if (state === 'upcoming')
    return pickupRequestID === undefined ? null : <Soft as="div">{t('You asked for this one')}</Soft>
  const words =
    state === 'shifted'
      ? t('Moved to another week')
      : late
        ? t('You cancelled; the driver can see it')
        : state === 'cancelled'
          ? t('Cancelled')
          : t('No pickup')
  return <Soft as="div">{words}</Soft>
}
