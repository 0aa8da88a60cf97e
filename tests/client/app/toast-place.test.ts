import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Box, liftOver, TOAST_GAP } from '#client/shells/toast-place.ts'

const toasts = { left: 852, right: 1268, height: 90 }
const screen = { height: 800, foot: 0, toasts }
const foot: Box = { left: 500, right: 1280, top: 730, bottom: 800 }

describe('the place of toasts', () => {
  test('is the lower edge where nothing is under them', () => {
    expect(liftOver({ ...screen, bars: [] })).toBe(0)
    expect(
      liftOver({
        ...screen,
        bars: [
          { ...foot, right: 800 },
          { ...foot, top: 100, bottom: 160 },
        ],
      }),
    ).toBe(0)
  })

  test('is above a bar of buttons, and above the next bar that they would cover', () => {
    expect(liftOver({ ...screen, bars: [foot] })).toBe(70)
    expect(liftOver({ ...screen, bars: [foot, { ...foot, top: 600, bottom: 650 }] })).toBe(200)
  })

  test('already includes the page’s own footer', () => {
    expect(liftOver({ ...screen, foot: 60, bars: [{ ...foot, top: 745 }] })).toBe(0)
  })

  test('is no higher than the screen has room for', () => {
    expect(liftOver({ ...screen, height: 120, bars: [{ ...foot, top: 50, bottom: 120 }] })).toBe(0)
  })

  test('covers no bar, as far as there is room above it', () => {
    const bar = fc.record({
      left: fc.nat(1280),
      width: fc.nat(800),
      top: fc.nat(800),
      height: fc.integer({ min: 1, max: 90 }),
    })
    fc.assert(
      fc.property(fc.array(bar, { maxLength: 6 }), fc.nat(80), (made, pageFoot) => {
        const bars = made.map(({ left, width, top, height }) => ({
          left,
          right: left + width,
          top,
          bottom: top + height,
        }))
        const lift = liftOver({ ...screen, foot: pageFoot, bars })
        const bottom = screen.height - TOAST_GAP - Math.max(lift, pageFoot)
        const covered = bars.filter(
          (one) =>
            one.left < toasts.right &&
            one.right > toasts.left &&
            one.top < bottom &&
            one.bottom > bottom - toasts.height,
        )
        for (const { top } of covered) expect(top - 2 * TOAST_GAP).toBeLessThan(toasts.height)
      }),
    )
  })
})
