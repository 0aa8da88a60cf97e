/** Px from the screen's top left corner. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Screen {
  readonly height: number
  /** Height of the page's own foot, px. */
  readonly foot: number
  readonly toasts: Pick<Box, 'left' | 'right'> & { readonly height: number }
  /** Bars of buttons, which must not be covered. */
  readonly bars: readonly Box[]
}

/** Gap between a toast and what is below it, px. */
export const TOAST_GAP = 12

/**
 * How far toasts move up from the screen's lower edge, without the gap, to cover no bar of buttons, as far as there is
 * room.
 * @returns 0: the normal place
 */
export function liftOver({ height, foot, toasts, bars }: Screen): number {
  let lift = 0
  for (;;) {
    const bottom = height - TOAST_GAP - Math.max(lift, foot)
    const covers = (bar: Box) =>
      bar.left < toasts.right && bar.right > toasts.left && bar.top < bottom && bar.bottom > bottom - toasts.height
    const covered = bars.filter(covers).map(({ top }) => height - top)
    const next = Math.max(lift, ...covered)
    if (next === lift || height - 2 * TOAST_GAP - next - toasts.height < 0) return lift
    lift = next
  }
}
