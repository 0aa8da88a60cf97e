import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const rows = read('docs/security.md').split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))

test('Every test that docs/security.md names is there, under its title', () => {
  const named = [...read('docs/security.md').matchAll(/`(tests\/[^`]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ file, title }) => !existsSync(path.join(ROOT, file)) || !read(file).includes(title))).toEqual([])
})

test('Each requirement stands once, in order, with one of three states', () => {
  const parts = rows.map((row) => row.split(' | '))
  const numbers = parts.map(([number = '']) => number.replace('| ', ''))
  const inOrder = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  expect(numbers).toEqual(inOrder)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(parts.filter((cells) => cells.length !== 5 || !['met', 'partly', 'not'].includes(cells[2] ?? ''))).toEqual([])
})

test('What is met is shown by a test or told in words', () => {
  expect(rows.filter((row) => row.endsWith('| - | — |'))).toEqual([])
})

test('Every variable that a document tells the operator to set is in .env.example', () => {
  const known = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const told = [...read('docs/security.md').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)/g)].map(([, name]) => name)
  expect(told.length).toBeGreaterThan(5)
  expect(told.filter((name) => !known.has(name))).toEqual([])
})

test('Every package the product runs with is named with its licence', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const licenceOf = (name: string) => (JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string }).license
  const expected = Object.keys(dependencies).toSorted().map((name) => `| ${name} | ${licenceOf(name)} |`)
  const named = read('docs/licences.md').split('## Software')[1]!.split('\n').filter((line) => line.startsWith('| '))
  expect(named.slice(1)).toEqual(expected)
})
