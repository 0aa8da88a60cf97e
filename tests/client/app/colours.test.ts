import { expect, test } from 'vitest'
import { colourSheet } from '#client/ui/core/colours.ts'

/** WCAG 2.2's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const [day = '', night = ''] = colourSheet().split('@media')
const themes = Object.entries({ day, night }).map(
  ([name, sheet]) =>
    [
      name,
      Object.fromEntries([...sheet.matchAll(/--br-([\w-]+):(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]])),
    ] as const,
)

const AAA = [
  ['ink', 'ground'],
  ['ink', 'card'],
  ['soft', 'ground'],
  ['soft', 'card'],
  ['go-ink', 'go'],
  ['go-ink', 'go-press'],
  ['go', 'card'],
  ['go', 'ground'],
  ['mt-ink', 'card'],
  ['good-ink', 'good'],
  ['warn-ink', 'warn'],
  ['bad-ink', 'bad'],
  ['bad-go', 'card'],
  ['side-ink', 'side'],
  ['side-ink', 'side-on'],
  ['teal', 'card'],
  ['ground', 'ink'],
] as const
const SEEN = [
  ['edge', 'card'],
  ['edge', 'ground'],
  ['mt-edge', 'card'],
  ['focus', 'card'],
  ['focus', 'ground'],
  ['go', 'rest'],
] as const

test.each(themes)('With the %s colours every text has a contrast of 7:1', (_, colours) => {
  for (const [ink, ground] of AAA)
    expect(contrast(colours[ink]!, colours[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(7)
})

test.each(themes)(
  'With the %s colours the borders of controls, focus and progress have a contrast of 3:1',
  (_, colours) => {
    for (const [line, ground] of SEEN)
      expect(contrast(colours[line]!, colours[ground]!), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
  },
)

test('The day and the night colours have the same names', () => {
  const [first, second] = themes
  expect(Object.keys(first![1])).toEqual(Object.keys(second![1]))
  expect(Object.keys(first![1]).length).toBeGreaterThan(20)
})
