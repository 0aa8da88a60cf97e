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
  const way = (ids: readonly string[]) => wayPoints(ids, stops, rules)
  return (
    <Tiles>
      <Way
        title={isUsed ? t('Before') : t('Your order')}
        figures={before}
        points={way(stops.map(({ assignmentID }) => assignmentID))}
      />
      <Way
        title={isUsed ? t('Your order') : t('Shortest found')}
        figures={after}
        points={way(after.assignmentIDs)}
        isNew
      />
    </Tiles>
  )
}

interface WayProps {
  title: string
  figures: RoundFigures
  points: readonly Point[]
  isNew?: boolean
}

function Way({ title, figures, points, isNew = false }: WayProps) {
  return (
    <section>
      <h2>{title}</h2>
      <p>
        <strong>{hoursAndMinutes(figures.seconds)}</strong>
        <br />
        {t('{{km}} km', { km: kilometres(figures.metres) })}
      </p>
      <WayLines lines={[{ points }]} isNew={isNew} />
    </section>
  )
}
