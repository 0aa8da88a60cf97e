import { useEffect, useRef, useState } from 'react'
import type { XY } from '#client/ui/map/map-content.ts'
import { useNow } from '../page/run-data.ts'
import { isClick } from './lasso.ts'
import styles from './run-map.module.css'

interface LassoAreaProps {
  /** Every drag draws, not only one with Shift held. */
  isOn: boolean
  /** Px from the map's corner; closed from the last point to the first. */
  onLine: (line: readonly XY[]) => void
  onClick: (at: XY) => void
  /** Esc was pressed. */
  onEnd: () => void
}

/** A line drawn freely over the map by mouse, pen or finger. */
export function LassoArea(props: LassoAreaProps) {
  const { isOn } = props
  const svg = useRef<SVGSVGElement>(null)
  const [line, setLine] = useState<readonly XY[] | null>(null)
  const drawn = useRef<XY[] | null>(null)
  const now = useNow(props)
  useEffect(() => {
    const frame = svg.current?.parentElement
    if (!frame) return
    const at = ({ clientX, clientY }: PointerEvent): XY => {
      const { left, top } = frame.getBoundingClientRect()
      return { x: clientX - left - frame.clientLeft, y: clientY - top - frame.clientTop }
    }
    const show = (points: XY[] | null) => {
      drawn.current = points
      setLine(points === null ? null : [...points])
    }
    const down = (event: PointerEvent) => {
      const onPart = event.target instanceof Element && event.target.closest('button, a, input, [role=dialog]') !== null
      if (event.button !== 0 || onPart || !(now.current.isOn || event.shiftKey)) return
      // Without the mouse events that would follow, the map is not dragged.
      event.preventDefault()
      frame.setPointerCapture(event.pointerId)
      show([at(event)])
    }
    const move = (event: PointerEvent) => {
      if (drawn.current !== null) show([...drawn.current, at(event)])
    }
    const up = () => {
      const points = drawn.current
      show(null)
      if (points === null) return
      if (isClick(points)) now.current.onClick(points[0]!)
      else now.current.onLine(points)
    }
    const cancel = () => show(null)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !(now.current.isOn || drawn.current !== null)) return
      cancel()
      now.current.onEnd()
    }
    frame.addEventListener('pointerdown', down, true)
    frame.addEventListener('pointermove', move)
    frame.addEventListener('pointerup', up)
    frame.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key)
    return () => {
      frame.removeEventListener('pointerdown', down, true)
      frame.removeEventListener('pointermove', move)
      frame.removeEventListener('pointerup', up)
      frame.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key)
    }
  }, [now])
  return (
    <svg ref={svg} className={`${styles.lasso} ${isOn ? styles.lassoOn : ''}`} aria-hidden="true">
      {line === null ? null : <polygon points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />}
    </svg>
  )
}
