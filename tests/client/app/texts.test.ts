import { describe, expect, test } from 'vitest'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

describe('A text', () => {
  test('is its sentence, with its gaps filled', () => {
    expect(t('Add customer')).toBe('Add customer')
    expect(t('{{name}} by {{name}} on {{day}}', { name: 'Anna', day: '4/11' })).toBe('Anna by Anna on 4/11')
  })

  test('separates thousands where its gap says so', () => {
    expect(t('{{count, number}} stops', { count: 1234567 })).toBe('1,234,567 stops')
    expect(t('{{count}} stops', { count: 1234567 })).toBe('1234567 stops')
    expect(t('{{count, number}} stops', { count: '1234567' })).toBe('1234567 stops')
  })

  test('does not compile without what its gaps need, with more, or computed', () => {
    // @ts-expect-error a gap without a value
    expect(t('Delete {{name}}?')).toBe('Delete ?')
    // @ts-expect-error a value without a gap
    expect(t('Delete {{name}}?', { name: 'Anna', day: '4/11' })).toBe('Delete Anna?')
    // @ts-expect-error a computed sentence
    expect(t(['Delete', 'it'].join(' '))).toBe('Delete it')
  })

  test('of a table needs what each of its sentences needs', () => {
    const table = sentences({ open: 'Open', closed: 'Closed on {{day}}' })
    const state = (['open', 'closed'] as const)[1]
    expect(t(table[state], { day: '4/11' })).toBe('Closed on 4/11')
  })
})

test('One is singular, everything else is plural', () => {
  const stops = (count: number) =>
    plural(count, '{{count}} stop of {{name}}', '{{count, number}} stops of {{name}}', { name: 'Dan' })
  expect([0, 1, 2, 1001, 1.5, -1].map(stops)).toEqual([
    '0 stops of Dan',
    '1 stop of Dan',
    '2 stops of Dan',
    '1,001 stops of Dan',
    '1.5 stops of Dan',
    '-1 stops of Dan',
  ])
})
