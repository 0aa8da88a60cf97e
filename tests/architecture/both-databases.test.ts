import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ON_BOTH } from '../support/both-databases.ts'

const SERVER = path.join(import.meta.dirname, '../server')

test('Exactly the listed test files run on both databases whenever they run', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:test|long)\.ts$/.test(file),
  )
  const onBoth = files.filter((file) =>
    /describe\.each\(bothDatabases/.test(readFileSync(path.join(SERVER, file), 'utf8')),
  )
  expect(onBoth.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(Object.keys(ON_BOTH).toSorted())
})
