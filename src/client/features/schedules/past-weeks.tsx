import { type ReactNode, useEffect, useRef, useState } from 'react'
import { canBeReported } from '#domain/cases.ts'
import { isMovedToNext } from '#domain/customer-week.ts'
import { type Day, showWeekOf, titleWeekOf } from '#domain/dates.ts'
import { wasMoved } from '#domain/schedules.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { Button } from '#client/ui/core/button.tsx'
import { ownOutcomeWords } from '#client/shells/own-outcomes.ts'
import { Line, Lines, Section, Soft } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { OwnSchedule } from './schedule-memory.ts'
import styles from './schedules.module.css'

type PastWeek = OwnSchedule['past'][number]

interface PastWeeksProps {
  weeks: readonly PastWeek[]
  total: number
  /** The next collection; null: none is planned. */
  next: OwnSchedule['coming'][number] | null
  today: Day
  fetchPhoto: FetchPhoto
  reportCollection: (assignmentID: string, week: string) => ReactNode
  onShowAll: () => void
}

export function PastWeeks({ weeks, total, next, today, fetchPhoto, reportCollection, onShowAll }: PastWeeksProps) {
  return (
    <Section title={t('Past collections')}>
      {weeks.length === 0 ? (
        <Soft>{t('No past collections yet')}</Soft>
      ) : (
        <Lines>
          {weeks.map((week) => (
            <Line key={`${week.yearNumber}-${week.monthNumber}-${week.weekNumber}`}>
              <div>
                {titleWeekOf(week.from)}
                <Soft as="div">
                  <Outcome week={week} next={next} />
                </Soft>
                <Photos week={week} fetchPhoto={fetchPhoto} />
              </div>
              {isReportable(week, today) ? reportCollection(week.assignmentID, showWeekOf(week.from)) : null}
            </Line>
          ))}
        </Lines>
      )}
      {weeks.length < total ? (
        <div>
          <Button compact variant="default" onClick={onShowAll}>
            {t('Show all {{count}}', { count: total })}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

function Outcome({ week, next }: { week: PastWeek; next: PastWeeksProps['next'] }) {
  const { serviceType, state, outcome, pu = 0, late = false } = week
  if (outcome === 'COLLECTED')
    return pu === 0 ? t('Collected') : `${t('Collected')}, ${plural(pu, '{{count}} bag', '{{count, number}} bags')}`
  if (outcome !== undefined) return ownOutcomeWords(outcome, serviceType)
  if (state === 'upcoming') return t('No record of a collection')
  if (state === 'not-reached')
    return next !== null && isMovedToNext(week, next)
      ? t('We didn’t reach you. Your next collection is in the {{week}}.', { week: showWeekOf(next.from) })
      : t('We didn’t reach you')
  return t(
    state === 'shifted'
      ? 'Moved to another week'
      : late
        ? 'You cancelled; the driver can see it'
        : state === 'cancelled'
          ? 'Cancelled'
          : 'No pickup',
  )
}

/** Fetched when they come into view, because most visits are about the next collection. */
function Photos({ week: { photos = [], from }, fetchPhoto }: { week: PastWeek; fetchPhoto: FetchPhoto }) {
  const place = useRef<HTMLUListElement>(null)
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || place.current === null) return undefined
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  if (photos.length === 0) return null
  return (
    <ul className={styles.photos} ref={place}>
      {photos.map(({ photoID }, at) => (
        <li key={photoID}>
          {isSeen ? (
            <PhotoView
              photoID={photoID}
              alt={t('Photo {{number}} of your collection, {{week}}', { number: at + 1, week: showWeekOf(from) })}
              fetchPhoto={fetchPhoto}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Whether the server would open a case about this week's stop. */
function isReportable(week: PastWeek, today: Day): week is PastWeek & { assignmentID: string } {
  const { state, outcome = null, to, assignmentID } = week
  return (
    assignmentID !== undefined && canBeReported({ state: wasMoved(state) ? 'shifted' : 'planned', outcome, to }, today)
  )
}
