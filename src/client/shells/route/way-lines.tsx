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

/**
 * Ways as straight lines, with a large dot at the first point. The figures beside them say the same in words. All dots of
 * a way are one path, because an element for each of 150 stops takes a slow phone 50 ms at every answer.
 */
export function WayLines({ lines, isNew = false }: WayLinesProps) {
  const draw = drawing(lines.flatMap(({ points }) => points))
  return (
    <svg className={styles.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {lines.map(({ points, colour }, line) => {
        const [first, ...others] = points.map(draw)
        if (first === undefined) return null
        const look =
          colour === undefined
            ? { className: isNew ? styles.newWay : styles.way }
            : { className: styles.coloured, style: { color: colour } }
        return (
          <g key={line} {...look}>
            <path className={styles.line} d={`M${[first, ...others].join('L')}`} />
            <circle className={styles.start} cx={first[0]} cy={first[1]} r={5} />
            <path className={styles.dots} d={others.map((at) => `M${at.join(',')}h0`).join('')} />
          </g>
        )
      })}
    </svg>
  )
}

/** Fits the ways into the picture, north at the top; a degree of longitude is shorter than one of latitude. */
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
