import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const CLIENT = path.join(import.meta.dirname, '../../src/client')
const GUARD = 'api/browser-storage.ts'
const code = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    name: name.replaceAll('\\', '/'),
    text: readFileSync(path.join(CLIENT, name), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\/\/.*$/gm, ''),
  }))

/** A port has this name too, and is given the guarded one. */
const DIRECT = /(?<!ports\.|')\b(localStorage|sessionStorage)\b(?!\??:|')/

test('The browser’s storage, which may be refused or full, is used through one guarded file', () => {
  expect(code.length).toBeGreaterThan(100)
  expect(code.find(({ name }) => name === GUARD)?.text).toMatch(DIRECT)
  const direct = code.filter(({ name, text }) => name !== GUARD && DIRECT.test(text))
  expect(direct.map(({ name }) => name)).toEqual([])
})
