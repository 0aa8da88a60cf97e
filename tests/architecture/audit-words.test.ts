import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_KIND_WORDS, AUDIT_SUBJECTS, AUDIT_VERB_WORDS } from '#client/features/settings/audit-names.ts'

const SERVER = path.join(import.meta.dirname, '../../src/server')

/** Every act that the server writes into the audit log: `action: 'invoice.send'`. */
const acts = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => readFileSync(path.join(SERVER, file), 'utf8').split('\n'))
  .filter((line) => /\baction:/.test(line))
  .flatMap((line) => [...line.matchAll(/'([a-z_-]+)\.([a-z_-]+)'/g)].map(([, kind, verb]) => [kind!, verb!] as const))

test('Every act in the audit log has words of the office, and none of them says that something was sent', () => {
  expect(acts.length).toBeGreaterThan(80)
  const kinds = acts.map(([kind]) => kind).filter((kind) => !(kind in AUDIT_KIND_WORDS))
  const verbs = acts.filter(([, verb]) => !(verb in AUDIT_VERB_WORDS)).map((act) => act.join('.'))
  expect({ kinds, verbs }).toEqual({ kinds: [], verbs: [] })
  // An email that is kept for want of a mail server is written, not sent.
  const { send, remind, quotation, receipt, statement } = AUDIT_VERB_WORDS
  for (const words of [send, remind, quotation, receipt, statement]) expect(words).not.toContain('sent')
})

test('The audit log’s filter offers every kind of thing that acts are recorded about, and no other', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const recorded = files.flatMap((file) => {
    const code = readFileSync(path.join(SERVER, file), 'utf8')
    const named = code.includes('subjectKind: SUBJECT') ? code.matchAll(/const SUBJECT = '([a-z_-]+)'/g) : []
    return [...code.matchAll(/subjectKind: '([a-z_-]+)'/g), ...named].map(([, kind]) => kind!)
  })
  expect([...new Set(recorded)].toSorted()).toEqual([...AUDIT_SUBJECTS].toSorted())
  const words = AUDIT_SUBJECTS.map((kind) => AUDIT_KIND_WORDS[kind])
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
})

test.each([
  ['customer', 'customers/customer-history.tsx'],
  ['driver', 'drivers/driver-page.tsx'],
])('Every act on a %s has words in the history on their page', (kind, page) => {
  const shown = readFileSync(path.join(SERVER, '../client/features', page), 'utf8')
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const written = files.flatMap((file) =>
    [
      ...readFileSync(path.join(SERVER, file), 'utf8').matchAll(
        new RegExp(`action: (?:[^\\n]*')?([a-z_]+\\.[a-z_-]+)',\\s+subjectKind: '${kind}'`, 'g'),
      ),
    ].map(([, act]) => act!),
  )
  expect(written.length).toBeGreaterThan(4)
  // A deleted customer has no page.
  expect(written.filter((act) => act !== 'customer.delete' && !shown.includes(`'${act}'`))).toEqual([])
})
