import { memo, useMemo } from 'react'
import type { Point } from '#domain/place.ts'
import type { RoundFigures } from '#domain/round-times.ts'
import { wayPoints } from '#client/shells/route/asked-stop.ts'
import type { OrderFound } from '#client/shells/route/ask-order.ts'
import { hoursAndMinutes, kilometres } from '#client/shells/route/round-sentences.ts'
import { WayLines } from '#client/shells/route/way-lines.tsx'
import { Tiles } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Asked } from './use-shortest.ts'

interface OrderWaysProps {
  asked: Asked
  found: OrderFound
  isUsed: boolean
}

/** The driver's order beside the shortest one. */
export function OrderWays({ asked: { stops, rules }, found: { before, after }, isUsed }: OrderWaysProps) {
  // Today's way stays while better ones are found.
  const today = useMemo(() => wayPoints(idsOf(stops), stops, rules), [stops, rules])
  const shortest = useMemo(() => wayPoints(after.assignmentIDs, stops, rules), [after, stops, rules])
  return (
    <Tiles>
      <Way title={isUsed ? t('Before') : t('Your order')} {...figuresOf(before)} points={today} />
      <Way title={isUsed ? t('Your order') : t('Shortest found')} {...figuresOf(after)} points={shortest} isNew />
    </Tiles>
  )
}

const idsOf = (stops: Asked['stops']) => stops.map(({ assignmentID }) => assignmentID)

/** Each answer of the worker is a new object, also where its figures are the same. */
const figuresOf = ({ seconds, metres }: RoundFigures) => ({ seconds, metres })

interface WayProps {
  title: string
  seconds: number
  metres: number
  points: readonly Point[]
  isNew?: boolean
}

const Way = memo(function Way({ title, seconds, metres, points, isNew = false }: WayProps) {
  return (
    <section>
      <h2>{title}</h2>
      <p>
        <strong>{hoursAndMinutes(seconds)}</strong>
        <br />
        {t('{{km}} km', { km: kilometres(metres) })}
      </p>
      <WayLines lines={[{ points }]} isNew={isNew} />
    </section>
  )
})
