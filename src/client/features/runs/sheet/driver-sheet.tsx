import { Flex, Stack, Text } from '@mantine/core'
import type { Stop } from '#contract/v1/stops.ts'
import type { Run } from '#contract/v1/runs.ts'
import { bagsOf } from '#domain/bags.ts'
import { formatDay } from '#domain/dates.ts'
import { runInWords } from '#domain/run-name.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { useToday } from '#client/shells/today.ts'
import { useOffice } from '#client/shells/office.tsx'
import { hidePicture } from '#client/ui/core/hide-picture.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { byKey } from '#domain/by-key.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import styles from './sheet.module.css'

const SHEET_WORDS = sentences({
  bags: 'Bags',
  done: 'Done',
  bagMt: 'Bag MT',
  notOut: 'Not out',
  noAccess: 'No access',
  other: 'Other',
})

/**
 * One driver's stops on A4. Every page repeats the table's heading with driver and run, because sheets get mixed up in
 * a truck.
 */
export function DriverSheet({ run, part: { driver, jobs: stops }, asOf }: { run: Run; part: SheetPart; asOf: Date }) {
  const { name, logoUrl } = useOffice().profile.business
  const who = driver ?? t('No driver')
  const runTitle = runInWords(run, useToday())
  const rounds = new Set(stops.map(({ runNumber }) => runNumber)).size
  const dates = t('Week of {{from}} – {{to}}', { from: formatDay(run.fromDate), to: formatDay(run.toDate) })
  return (
    // A sheet wider than the screen scrolls, by keyboard too:
    // https://dequeuniversity.com/rules/axe/4.11/scrollable-region-focusable
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.sheet} tabIndex={0} aria-label={`${runTitle} · ${who}`}>
      <Flex component="header" align="center" gap="4mm" mb="4mm">
        {logoUrl === null ? null : <img src={logoUrl} alt="" className={styles.logo} onError={hidePicture} />}
        <Stack gap={0}>
          <Text component="strong" fz="13pt">
            {name}
          </Text>
          <span>{dates}</span>
        </Stack>
        <Stack gap={0} ml="auto" ta="end">
          <Text component="strong" fz="13pt">
            {who}
          </Text>
          <span>
            {runTitle} · {plural(stops.length, '{{count}} stop', '{{count}} stops')}
          </span>
        </Stack>
      </Flex>
      <table className={styles.table}>
        <colgroup>
          <col style={{ width: '8mm' }} />
          <col style={{ width: '37mm' }} />
          <col style={{ width: '40mm' }} />
          <col />
          <col span={TICKS.length} style={{ width: '10.5mm' }} />
          <col style={{ width: '14mm' }} />
        </colgroup>
        <thead>
          <tr className={styles.again}>
            <th colSpan={11} scope="colgroup">
              <span>{runTitle}</span>
              <span>{who}</span>
            </th>
          </tr>
          <tr>
            <th scope="col">{t('No')}</th>
            <th scope="col">{t('Customer')}</th>
            <th scope="col">{t('Address')}</th>
            <th scope="col">{t('Notes to driver')}</th>
            {TICKS.map(({ key }) => (
              <th key={key} scope="col" className={styles.narrow}>
                {t(SHEET_WORDS[key])}
              </th>
            ))}
            <th scope="col" className={styles.narrow}>
              {t('Extra $')}
            </th>
          </tr>
        </thead>
        <tbody>
          {stops.map((stop, at) => (
            <StopLine
              key={stop.assignmentID}
              stop={stop}
              number={at + 1}
              heading={rounds > 1 && stop.runNumber !== stops[at - 1]?.runNumber}
            />
          ))}
        </tbody>
      </table>
      <Flex component="p" justify="space-between" gap="8mm" mt="8mm" fz="8.5pt" className={styles.foot}>
        <span>{t('Driver’s signature and date')} ………………………………………………………</span>
        <span>{t('As of {{at}}', { at: formatDayAndTime(asOf) })}</span>
      </Flex>
    </section>
  )
}

/** The tick boxes of a stop, and whether the driver's records already fill them in. */
const TICKS: readonly {
  key: 'bags' | 'done' | 'bagMt' | 'notOut' | 'noAccess' | 'other'
  textOf: (stop: Stop) => string
}[] = [
  { key: 'bags', textOf: (stop) => (stop.outcome === 'COLLECTED' && bagsOf(stop) > 0 ? String(bagsOf(stop)) : '') },
  { key: 'done', textOf: ({ outcome }) => (outcome === 'COLLECTED' ? '✗' : '') },
  { key: 'bagMt', textOf: ({ outcome }) => (outcome === 'EMPTY' ? '✗' : '') },
  { key: 'notOut', textOf: ({ outcome }) => (outcome === 'NOT_OUT' ? '✗' : '') },
  { key: 'noAccess', textOf: ({ outcome }) => (outcome === 'NO_ACCESS' ? '✗' : '') },
  {
    key: 'other',
    textOf: ({ outcome }) =>
      outcome === null || ['COLLECTED', 'EMPTY', 'NOT_OUT', 'NO_ACCESS'].includes(outcome) ? '' : '✗',
  },
]

function StopLine({ stop, number, heading }: { stop: Stop; number: number; heading: boolean }) {
  const { noPickup, extraAmount } = stop
  const away = noPickup !== null && stop.outcome === null
  return (
    <>
      {heading ? (
        <tr className={styles.round}>
          <th colSpan={11} scope="rowgroup">
            {t('Run {{round}}', { round: stop.runNumber })}
          </th>
        </tr>
      ) : null}
      <tr>
        <td className={styles.tick}>{number}</td>
        <td>
          <strong>{stop.capturedCustomerName}</strong>
          {stop.mobilePhone === null ? null : <div>{showPhone(stop.mobilePhone)}</div>}
        </td>
        <td>
          {stop.address}
          <div>
            {stop.suburb} {stop.postcode}
          </div>
        </td>
        <td style={{ fontSize: '8.5pt' }}>{stop.adminNotes}</td>
        {away ? (
          <td colSpan={7} style={{ fontWeight: 600 }}>
            {t('NO PICKUP')}
            {noPickup.reason === null ? '' : `: ${noPickup.reason}`}
          </td>
        ) : (
          <>
            {TICKS.map(({ key, textOf }) => (
              <td key={key} className={styles.tick}>
                <span className={styles.box}>{textOf(stop)}</span>
              </td>
            ))}
            <td className={styles.tick}>{extraAmount === 0 ? '' : extraAmount.toFixed(2)}</td>
          </>
        )}
      </tr>
    </>
  )
}

/** The value of the driver parameter for stops without a driver. */
export const NOBODY = 'nobody'

interface SheetPart {
  /** Null: no driver. */
  readonly driverID: string | null
  readonly driver: string | null
  /** They are in driving order. */
  readonly jobs: readonly Stop[]
}

/**
 * A run for printing: one part for each driver, without stops that have left the run. @param toDoOnly without stops
 * that have an outcome
 */
export function sheetParts(stops: readonly Stop[], toDoOnly: boolean): readonly SheetPart[] {
  const wanted = stops
    .filter(({ state, outcome }) => state !== 'shifted' && state !== 'cancelled' && !(toDoOnly && outcome !== null))
    .sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  return [...byKey(wanted, (stop) => stop.driverID)].map(([driverID, ofDriver]) => ({
    driverID,
    driver: driverID === null ? null : (ofDriver[0]!.driver ?? ofDriver[0]!.capturedDriverName),
    jobs: ofDriver,
  }))
}
