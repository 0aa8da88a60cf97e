import { draw, type Content } from './draw.ts'
import { fitted, hit, moved, pinched, toScreen, zoomed, type Size, type View, type XY } from './geometry.ts'

/** A map on a canvas, which follows fingers, wheel and window, and is drawn only when something of it has changed. */
export interface DrawnMap {
  show(content: Content): void
  zoom(factor: number): void
  /** Shows all of these points. @param points on the ground, at least one */
  fit(points: readonly XY[]): void
  end(): void
}

/** Px that a finger moves while it taps. */
const TREMOR = 8
/** Ms and px between the taps of a double tap. */
const DOUBLE = { ms: 300, px: 30 }
/** Px: the largest dot with its ring, or the scale, has room there. */
const MARGIN = 44

/** @param onTap the dots under a tap, none: the ground */
export function drawnMap(canvas: HTMLCanvasElement, onTap: (dots: readonly number[]) => void): DrawnMap {
  const context = canvas.getContext('2d')
  const listening = new AbortController()
  const { signal } = listening
  const pointers = new Map<number, XY>()
  let content: Content = { dots: [], chosen: -1, line: [], own: null }
  let size: Size = { width: 0, height: 0 }
  let view: View | null = null
  /** Wanted before the canvas had a size. */
  let points: readonly XY[] = []
  let frame = 0
  /** Where one finger went down and stayed; null: it moved, or there were two. */
  let tapped: XY | null = null
  let lastTap = { x: 0, y: 0, time: -Infinity }

  function redraw(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      if (context === null || view === null) return
      const style = getComputedStyle(canvas)
      draw(context, content, {
        view,
        size,
        em: parseFloat(style.fontSize),
        ratio: devicePixelRatio,
        colour: (name) => style.getPropertyValue(`--br-${name}`),
      })
    })
  }

  function look(next: View): void {
    view = next
    redraw()
  }

  function fit(wanted: readonly XY[]): void {
    points = wanted
    if (size.width > 0) look(fitted(points, size, MARGIN))
  }

  function measure(): void {
    size = { width: canvas.clientWidth, height: canvas.clientHeight }
    canvas.width = Math.round(size.width * devicePixelRatio)
    canvas.height = Math.round(size.height * devicePixelRatio)
    if (view === null && points.length > 0) fit(points)
    redraw()
  }

  const middle = () => ({ x: size.width / 2, y: size.height / 2 })
  const zoom = (factor: number, at: XY = middle()) => {
    if (view !== null) look(zoomed(view, size, at, factor))
  }

  const place = (event: MouseEvent): XY => ({ x: event.offsetX, y: event.offsetY })

  function onDown(event: PointerEvent): void {
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, place(event))
    tapped = pointers.size === 1 ? place(event) : null
  }

  function onMove(event: PointerEvent): void {
    const before = pointers.get(event.pointerId)
    if (before === undefined || view === null) return
    const now = place(event)
    if (tapped !== null && Math.hypot(now.x - tapped.x, now.y - tapped.y) <= TREMOR) return
    tapped = null
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, now)
    look(
      other
        ? pinched(view, size, [before, other], [now, other])
        : moved(view, { x: now.x - before.x, y: now.y - before.y }),
    )
  }

  function onUp(event: PointerEvent): void {
    pointers.delete(event.pointerId)
    if (tapped === null || view === null || event.type !== 'pointerup') return
    const shown = view
    const at = tapped
    tapped = null
    const isSecond =
      event.timeStamp - lastTap.time < DOUBLE.ms && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < DOUBLE.px
    lastTap = { ...at, time: isSecond ? -Infinity : event.timeStamp }
    if (isSecond) return zoom(2, at)
    const dots = content.dots.map((dot) => toScreen(shown, size, dot))
    onTap(hit(dots, at))
  }

  canvas.addEventListener('pointerdown', onDown, { signal })
  canvas.addEventListener('pointermove', onMove, { signal })
  canvas.addEventListener('pointerup', onUp, { signal })
  canvas.addEventListener('pointercancel', onUp, { signal })
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoom(Math.exp(event.deltaY * (event.deltaMode === 0 ? -0.002 : -0.05)), place(event))
    },
    { signal, passive: false },
  )
  // A window moved to another screen, or a page zoomed.
  addEventListener('resize', measure, { signal })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal })
  const observer = new ResizeObserver(measure)
  observer.observe(canvas)

  return {
    show(next) {
      content = next
      redraw()
    },
    zoom: (factor) => zoom(factor),
    fit,
    end() {
      listening.abort()
      observer.disconnect()
      cancelAnimationFrame(frame)
    },
  }
}
