import styles from './shortest-order.module.css'

interface WayLinesProps {
  points: readonly { latitude: number; longitude: number }[]
  isNew: boolean
}

const WIDTH = 300
const HEIGHT = 220
const MARGIN = 8

/** The way over the stops as straight lines, with a ring at the first stop. The figures beside it say the same in words. */
export function WayLines({ points, isNew }: WayLinesProps) {
  const drawn = drawnPoints(points)
  return (
    <svg className={styles.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline className={isNew ? styles.newLine : styles.line} points={drawn.map((at) => at.join(',')).join(' ')} />
      {drawn.map(([x, y], at) => (
        <circle key={at} className={styles.dot} cx={x} cy={y} r={at === 0 ? 5 : 2} />
      ))}
    </svg>
  )
}

/** Fitted into the picture, north at the top; a degree of longitude is shorter than one of latitude. */
function drawnPoints(points: WayLinesProps['points']): [x: number, y: number][] {
  if (points.length === 0) return []
  const narrow = Math.cos(((points[0]?.latitude ?? 0) * Math.PI) / 180)
  const flat = points.map(({ latitude, longitude }) => [longitude * narrow, -latitude] as const)
  const [left, top] = [0, 1].map((axis) => Math.min(...flat.map((point) => point[axis]!))) as [number, number]
  const [right, bottom] = [0, 1].map((axis) => Math.max(...flat.map((point) => point[axis]!))) as [number, number]
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(right - left, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(bottom - top, 1e-9),
  )
  const [x, y] = [(WIDTH - (right - left) * scale) / 2, (HEIGHT - (bottom - top) * scale) / 2]
  return flat.map(([east, south]) => [round(x + (east - left) * scale), round(y + (south - top) * scale)])
}

const round = (value: number) => Math.round(value * 10) / 10
