import type { Point } from '#domain/place.ts'
import styles from './way-lines.module.css'

export interface WayLine {
  /** In order, with the start before and the end behind them. */
  readonly points: readonly Point[]
  /** A colour of the style sheet; missing: grey, or green for what is proposed. */
  readonly colour?: string
}

interface WayLinesProps {
  lines: readonly WayLine[]
  isNew?: boolean
}

const WIDTH = 300
const HEIGHT = 220
const MARGIN = 8

/** Ways as straight lines, with a ring at the first point. The figures beside them say the same in words. */
export function WayLines({ lines, isNew = false }: WayLinesProps) {
  const draw = drawing(lines.flatMap(({ points }) => points))
  return (
    <svg className={styles.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {lines.map(({ points, colour }, line) => {
        const drawn = points.map(draw)
        return (
          <g key={line}>
            <polyline
              className={isNew ? styles.newLine : styles.line}
              points={drawn.map((at) => at.join(',')).join(' ')}
              {...(colour !== undefined && { style: { stroke: colour } })}
            />
            {drawn.map(([x, y], at) => (
              <circle
                key={at}
                className={styles.dot}
                cx={x}
                cy={y}
                r={at === 0 ? 5 : 2}
                {...(colour !== undefined && { style: { fill: colour } })}
              />
            ))}
          </g>
        )
      })}
    </svg>
  )
}

/** Fitted into the picture, north at the top; a degree of longitude is shorter than one of latitude. */
function drawing(points: readonly Point[]): (point: Point) => [x: number, y: number] {
  const narrow = Math.cos(((points[0]?.latitude ?? 0) * Math.PI) / 180)
  const flat = ({ latitude, longitude }: Point) => [longitude * narrow, -latitude] as const
  const all = points.map(flat)
  const least = (axis: 0 | 1) => all.reduce((min, point) => Math.min(min, point[axis]), Infinity)
  const most = (axis: 0 | 1) => all.reduce((max, point) => Math.max(max, point[axis]), -Infinity)
  const [left, top, right, bottom] = [least(0), least(1), most(0), most(1)]
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(right - left, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(bottom - top, 1e-9),
  )
  const [x, y] = [(WIDTH - (right - left) * scale) / 2, (HEIGHT - (bottom - top) * scale) / 2]
  return (point) => {
    const [east, south] = flat(point)
    return [round(x + (east - left) * scale), round(y + (south - top) * scale)]
  }
}

const round = (value: number) => Math.round(value * 10) / 10
