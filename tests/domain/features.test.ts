import { expect, test } from 'vitest'
import { firstDouble } from '#domain/features.ts'

test('features that differ only in case and spaces are the same one', () => {
  expect(firstDouble(['No contract', 'Green bag', 'NO  Contract'])).toBe(2)
  expect(firstDouble(['nocontract', 'No contract'])).toBe(1)
})

test('features that differ in a letter are two', () => {
  expect(firstDouble(['Green bag', 'Green bags'])).toBeNull()
  expect(firstDouble([])).toBeNull()
})
