import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('../client/', import.meta.url))

/** @param {string} text of a file of addresses */
const firstParts = (text) => [...text.matchAll(/['"`]\/([\w-]+)/g)].map((match) => match[1])

/**
 * The first parts of the office's addresses: `/suburbs/new` -> `suburbs`. Read from the text of the files, so that the
 * build loads no screen.
 */
export function featureAddresses() {
  const files = [
    ...readdirSync(path.join(CLIENT, 'features'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-paths.ts'))
      .map((file) => path.join('features', file)),
    'shells/office-paths.ts',
  ]
  return [...new Set(files.flatMap((file) => firstParts(readFileSync(path.join(CLIENT, file), 'utf8'))))].toSorted()
}
