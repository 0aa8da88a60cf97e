import {
  apart,
  boxAround,
  placedLabels,
  REACH,
  scaleBar,
  toScreen,
  type Box,
  type Size,
  type View,
  type XY,
} from './geometry.ts'

/** How a dot looks; each kind differs from the others by its shape too. */
export type DotKind = 'next' | 'to-do' | 'cancelled' | 'done' | 'missed'

export interface Dot extends XY {
  number: string
  kind: DotKind
  street: string
}

/** Everything on the map, on the ground. */
export interface Content {
  /** The most wanted first: where there is no room for all numbers, these have theirs. */
  dots: readonly Dot[]
  chosen: number
  /** The order to come. */
  line: readonly XY[]
  /** The phone itself; `radius`: metres within which it is. */
  own: (XY & { radius: number }) | null
}

export type Colours = (name: string) => string

/** Fill, border and number. */
const LOOKS: Readonly<Record<DotKind, readonly [fill: string, edge: string, ink: string]>> = {
  next: ['go', 'ink', 'go-ink'],
  'to-do': ['go', 'ground', 'go-ink'],
  cancelled: ['card', 'bad-ink', 'bad-ink'],
  done: ['rest', 'ground', 'soft'],
  missed: ['warn', 'warn-ink', 'warn-ink'],
}
const FONT = 'system-ui, sans-serif'
/** Radius of a small dot, px. */
const POINT = 5

/** Draws the whole map. @param em px of the page's text, which a driver may have enlarged @param ratio of the screen */
export function draw(
  context: CanvasRenderingContext2D,
  { dots, chosen, line, own }: Content,
  { view, size, em, ratio, colour }: { view: View; size: Size; em: number; ratio: number; colour: Colours },
): void {
  const at = (point: XY) => toScreen(view, size, point)
  const radiusOf = ({ kind }: Dot) => (kind === 'next' ? 1.2 * em : 0.8 * em)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = colour('ground')
  context.fillRect(0, 0, size.width, size.height)
  context.lineJoin = 'round'

  const places = dots.map(at)
  const isNear = ({ x, y }: XY) => x > -REACH && y > -REACH && x < size.width + REACH && y < size.height + REACH
  const shown = dots
    .map((dot, index) => ({ ...dot, ...places[index]!, index, radius: radiusOf(dot) }))
    .filter((dot) => isNear(dot))
  const isWhole = apart(shown)
  const circles = shown.map((dot, index) => (isWhole[index] ? dot : { ...dot, radius: POINT }))

  drawLine(context, line.map(at), colour)
  // Numbers over points, the most wanted on top.
  const order = [
    ...circles.filter((_, index) => !isWhole[index]),
    ...circles.filter((_, index) => isWhole[index]).toReversed(),
  ]
  for (const dot of order) drawDot(context, dot, { isChosen: dot.index === chosen, em, colour })
  if (own !== null) drawOwn(context, { ...at(own), radius: own.radius * view.scale }, colour)
  const bar = drawScale(context, view, size, em, colour)

  context.font = `600 ${0.8 * em}px ${FONT}`
  const labels = shown.map((dot) => ({
    ...dot,
    name: dot.street,
    radius: dot.radius + 8,
    width: context.measureText(dot.street).width,
    height: em,
  }))
  const boxes = placedLabels(labels, [bar, ...circles.map(boxAround)], size)
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.strokeStyle = colour('ground')
  context.fillStyle = colour('ink')
  context.lineWidth = 4
  boxes.forEach((box, index) => {
    if (box === null) return
    const { name } = labels[index]!
    // The outline keeps it readable over the line of the order.
    context.strokeText(name, box.x, box.y + box.height / 2)
    context.fillText(name, box.x, box.y + box.height / 2)
  })
}

function drawLine(context: CanvasRenderingContext2D, points: readonly XY[], colour: Colours): void {
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  context.strokeStyle = colour('edge')
  context.lineWidth = 2
  context.stroke()
}

function drawDot(
  context: CanvasRenderingContext2D,
  { x, y, radius, kind, number }: Dot & { radius: number },
  { isChosen, em, colour }: { isChosen: boolean; em: number; colour: Colours },
): void {
  const [fill, edge, ink] = LOOKS[kind]
  const outline = (by: number) => {
    context.beginPath()
    if (kind === 'missed') context.rect(x - by, y - by, 2 * by, 2 * by)
    else context.arc(x, y, by, 0, 2 * Math.PI)
  }
  if (isChosen) {
    outline(radius + 5)
    context.strokeStyle = colour('ink')
    context.lineWidth = 3
    context.stroke()
  }
  outline(radius)
  context.fillStyle = colour(fill)
  context.fill()
  context.strokeStyle = colour(edge)
  context.lineWidth = 2
  context.stroke()
  if (radius === POINT) return
  context.font = `800 ${(kind === 'next' ? 1.05 : 0.8) * em}px ${FONT}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = colour(ink)
  context.fillText(number, x, y + 1)
  if (kind !== 'cancelled') return
  context.beginPath()
  context.moveTo(x - radius, y)
  context.lineTo(x + radius, y)
  context.stroke()
}

function drawOwn(context: CanvasRenderingContext2D, { x, y, radius }: XY & { radius: number }, colour: Colours): void {
  const disc = (by: number, name: string, alpha = 1) => {
    context.beginPath()
    context.arc(x, y, by, 0, 2 * Math.PI)
    context.globalAlpha = alpha
    context.fillStyle = colour(name)
    context.fill()
    context.globalAlpha = 1
  }
  disc(radius, 'teal', 0.15)
  disc(11, 'teal')
  disc(8, 'card')
  disc(5, 'teal')
}

/** @returns where it is, so that no name is written over it */
function drawScale(context: CanvasRenderingContext2D, view: View, size: Size, em: number, colour: Colours): Box {
  const { metres, width } = scaleBar(view.scale, size.width / 3)
  const box = { x: 10, y: size.height - 10 - 1.4 * em, width: width + 8, height: 1.4 * em + 4 }
  context.fillStyle = colour('ink')
  context.strokeStyle = colour('ground')
  context.lineWidth = 4
  context.font = `600 ${0.8 * em}px ${FONT}`
  context.textAlign = 'left'
  context.textBaseline = 'top'
  const text = metres < 1000 ? `${metres} m` : `${metres / 1000} km`
  context.strokeText(text, box.x, box.y)
  context.fillText(text, box.x, box.y)
  context.strokeRect(box.x, size.height - 12, width, 3)
  context.fillRect(box.x, size.height - 12, width, 3)
  return box
}
