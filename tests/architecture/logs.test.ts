import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.join(import.meta.dirname, '../../src/server')
const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|mjs)$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(path.join(SERVER, name), 'utf8') }))
const holding = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('Only the log and the commands for the operator write to the console', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(holding(/\bconsole\.\w+\(|process\.(stdout|stderr)\b/).toSorted()).toEqual([
    'commands/by-ourselves.ts',
    'commands/command.ts',
    'demo.ts',
    'log.ts',
    'main.ts',
  ])
})

test('Entries of the audit log are added, and never changed or deleted', () => {
  expect(holding(/\.insert\(audit\)/)).not.toEqual([])
  expect(holding(/\.(update|delete)\(audit\)|(update|delete from|truncate)\s+(table\s+)?"?audit\b/i)).toEqual([])
})
