import { Table, Title } from '@mantine/core'
import { placeOf } from '#domain/known-place.ts'
import { endsOf } from '#domain/round-ends.ts'
import type { RoundDivision, Share } from '#domain/round-division.ts'
import type { Point } from '#domain/place.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { Dot } from '#client/ui/office/dot.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { RunStop } from '../page/run-types.ts'
import type { Known } from './round-facts.ts'
import { hoursAndMinutes, kilometres, type Names } from '#client/shells/route/round-sentences.ts'
import { type WayLine, WayLines } from '#client/shells/route/way-lines.tsx'

/** The lines on the maps have these colours, one driver after the other; each can be seen in both schemes. */
const COLOURS = ['blue', 'orange', 'grape', 'teal', 'red', 'cyan', 'violet', 'pink'].map(
  (name) => `var(--mantine-color-${name}-6)`,
)
const NOBODY = 'var(--br-soft)'

interface DivisionTableProps {
  division: RoundDivision
  numbers: ReadonlyMap<string, number>
  known: Known
  /** The open ones as they are, or were, before the division, in order. */
  stops: readonly RunStop[]
  names: Names
}

/** Who gets what, before and after, in figures and as lines. */
export function DivisionTable({ division, numbers, known, stops, names }: DivisionTableProps) {
  const { shares } = division
  const colourOf = ({ driverID }: Share, at: number) => (driverID === null ? NOBODY : COLOURS[at % COLOURS.length]!)
  const lines = (idsOf: (share: Share) => readonly string[]) =>
    shares.map((share, at) => lineOf(share, idsOf(share), stops, known, colourOf(share, at)))
  const before = ({ driverID }: Share) =>
    stops.filter((stop) => stop.driverID === driverID).map(({ assignmentID }) => assignmentID)
  return (
    <>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Driver')}</Table.Th>
              <Table.Th>{t('Run number')}</Table.Th>
              <Table.Th>{t('Stops')}</Table.Th>
              <Table.Th>{t('Bags expected')}</Table.Th>
              <Table.Th>{t('Time')}</Table.Th>
              <Table.Th>{t('km')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shares.map((share, at) => (
              <Table.Tr key={share.driverID ?? 'nobody'}>
                <Table.Td>
                  <Dot colour={colourOf(share, at)} size={12} mr="xs" />
                  {share.driverID === null ? t('No driver') : names.driver(share.driverID)}
                </Table.Td>
                <Table.Td>{share.driverID === null ? t('–') : (numbers.get(share.driverID) ?? t('–'))}</Table.Td>
                <Change share={share} show={({ stops: count }) => count.toLocaleString('en-AU')} />
                <Change share={share} show={({ bags }) => bags.toLocaleString('en-AU')} />
                <Change share={share} show={({ seconds }) => hoursAndMinutes(seconds)} />
                <Change share={share} show={({ metres }) => kilometres(metres)} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={4}>{t('Together')}</Table.Th>
              <Total shares={shares} show={(sum) => hoursAndMinutes(sum.seconds)} />
              <Total shares={shares} show={(sum) => kilometres(sum.metres)} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      <Tiles min="15rem" gap="md">
        <section>
          <Title order={3} size="h4">
            {t('Before')}
          </Title>
          <WayLines lines={lines(before)} />
        </section>
        <section>
          <Title order={3} size="h4">
            {t('After')}
          </Title>
          <WayLines lines={lines(({ assignmentIDs }) => assignmentIDs)} />
        </section>
      </Tiles>
    </>
  )
}

type Figures = Share['before']

function Change({ share, show }: { share: Share; show: (figures: Figures) => string }) {
  const [before, after] = [show(share.before), show(share.after)]
  return <Table.Td>{before === after ? after : t('{{before}} → {{after}}', { before, after })}</Table.Td>
}

function Total({ shares, show }: { shares: readonly Share[]; show: (sum: Figures) => string }) {
  const sum = (pick: (share: Share) => Figures): Figures =>
    shares.map(pick).reduce((a, b) => ({
      stops: a.stops + b.stops,
      bags: a.bags + b.bags,
      metres: a.metres + b.metres,
      seconds: a.seconds + b.seconds,
      ways: a.ways + b.ways,
      drivenWays: a.drivenWays + b.drivenWays,
    }))
  const [before, after] = [show(sum((share) => share.before)), show(sum((share) => share.after))]
  return <Table.Th>{before === after ? after : t('{{before}} → {{after}}', { before, after })}</Table.Th>
}

function lineOf(
  { driverID }: Share,
  ids: readonly string[],
  stops: readonly RunStop[],
  known: Known,
  colour: string,
): WayLine {
  const driver = known.drivers.find((one) => one.driverID === driverID)
  const { start, end } = driver === undefined ? { start: null, end: null } : endsOf(driver, known)
  const byID = new Map(stops.map((stop) => [stop.assignmentID, stop]))
  const points = ids.flatMap((id): Point[] => {
    const point = placeOf(byID.get(id) ?? {})
    return point === null ? [] : [point]
  })
  if (points.length === 0) return { points, colour }
  return { points: [start, ...points, end].filter((point) => point !== null), colour }
}
