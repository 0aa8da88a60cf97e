import { Flex, Tooltip } from '@mantine/core'
import { calendarWarnings, type CalendarRow } from '#domain/calendar.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { Dot } from '#client/ui/office/dot.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import {
  type Gap,
  gapsOf,
  type Holiday,
  monthInWords,
  nameOfWeek,
  shortSpan,
  WEEKS_OF_A_MONTH,
  within,
} from './calendar-data.ts'
import tones from '#client/ui/core/tones.module.css'
import styles from './calendar.module.css'

interface CalendarGridProps<Row extends CalendarRow> {
  label: string
  rows: readonly Row[]
  /** 12, or 13 of four weeks. */
  months: number
  today: Day
  holidays: readonly Holiday[]
  /** Names of weeks that can't be stored. */
  clashes?: ReadonlySet<string>
  /** Without it the grid is read-only. */
  onWeek?: (row: Row) => void
  onAdd?: (monthNumber: number, weekNumber: number) => void
}

/** A year: one row per month, one column per week; on a phone a list by month. */
export function CalendarGrid<Row extends CalendarRow>({
  label,
  rows,
  months,
  today,
  holidays,
  clashes,
  onWeek,
  onAdd,
}: CalendarGridProps<Row>) {
  const known = new Map(rows.map((row) => [`${row.monthNumber}-${row.weekNumber}`, row]))
  const gaps = gapsOf(rows)
  return (
    <table className={styles.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{months > 12 ? t('Period {{n}}', { n: '' }) : t('Month')}</th>
          {WEEKS_OF_A_MONTH.map((week) => (
            <th key={week} scope="col">
              {t('Week {{week}}', { week })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: months }, (_, at) => at + 1).map((month) => (
          <tr key={month}>
            <th scope="row">{monthInWords(month, months)}</th>
            {WEEKS_OF_A_MONTH.map((week) => {
              const row = known.get(`${month}-${week}`)
              const name = t('{{month}}, week {{week}}', { month: monthInWords(month, months), week })
              return (
                <td key={week}>
                  {row !== undefined ? (
                    <Week
                      name={name}
                      row={row}
                      today={today}
                      holidays={holidays.filter(({ day }) => within(row, day))}
                      gap={gaps.get(nameOfWeek(row))}
                      clash={clashes?.has(nameOfWeek(row)) === true}
                      onPress={onWeek === undefined ? undefined : () => onWeek(row)}
                    />
                  ) : onAdd === undefined ? null : (
                    <button
                      type="button"
                      className={styles.add}
                      aria-label={t('Add {{name}}', { name })}
                      onClick={() => onAdd(month, week)}
                    >
                      + {t('Add')}
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface WeekProps {
  name: string
  row: CalendarRow
  today: Day
  holidays: readonly Holiday[]
  gap: Gap | undefined
  clash: boolean
  onPress: (() => void) | undefined
}

function Week({ name, row, today, holidays, gap, clash, onPress }: WeekProps) {
  const isNow = within(row, today)
  const notes = [
    ...(isNow ? [{ text: t('This week'), look: styles.now }] : []),
    ...(clash ? [{ text: t('Overlaps'), look: tones.bad }] : []),
    ...(gap === undefined
      ? []
      : [
          {
            text: t('Gap before it: {{days}}', { days: plural(gap.days, '{{count}} day', '{{count}} days') }),
            look: tones.warn,
          },
        ]),
    ...(calendarWarnings(row).length === 0 ? [] : [{ text: t('Not Monday to Sunday'), look: tones.warn }]),
  ]
  const inside = (
    <>
      <span className="visually-hidden">{name}: </span>
      <span className={styles.narrowName}>{t('Week {{week}}', { week: row.weekNumber })}</span>
      <span className={styles.days}>{shortSpan(row)}</span>
      {holidays.length === 0 ? null : (
        <>
          <Flex component="span" wrap="wrap" align="center" gap={3} aria-hidden="true">
            {holidays.map(({ day }) => (
              <Dot key={day} colour="var(--br-bad-go)" />
            ))}
          </Flex>
          <span className="visually-hidden">, {holidays.map((one) => one.name).join(', ')}</span>
        </>
      )}
      {notes.map(({ text, look }) => (
        <span key={text} className={`${styles.note} ${look}`}>
          {text}
        </span>
      ))}
    </>
  )
  const className = [styles.week, isNow ? styles.isNow : '', clash ? styles.isClash : ''].join(' ')
  const cell =
    onPress === undefined ? (
      <div className={className}>{inside}</div>
    ) : (
      <button
        type="button"
        className={className}
        onClick={onPress}
        {...(isNow ? { 'aria-current': 'date' as const } : {})}
      >
        {inside}
      </button>
    )
  return (
    <Tooltip
      disabled={holidays.length === 0}
      label={holidays.map(({ day, name: holiday }) => `${formatDay(day)} ${holiday}`).join(' · ')}
      events={{ hover: true, focus: true, touch: false }}
      withinPortal={false}
      multiline
      maw={320}
    >
      {cell}
    </Tooltip>
  )
}
