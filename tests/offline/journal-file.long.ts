import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JournalFile, type SyncFile } from '#client/offline/store/journal-file.ts'

/** A file in memory whose writes may be cut off. */
class MemoryFile implements SyncFile {
  bytes = new Uint8Array()
  /** How many more bytes are written before the power fails. */
  left = Number.POSITIVE_INFINITY
  /** The sizes it had: a full disk refuses another. */
  readonly sizes = new Set<number>()

  getSize = () => this.bytes.length
  read = (into: Uint8Array, { at }: { at: number }) => {
    into.set(this.bytes.subarray(at, at + into.length))
    return into.length
  }
  write = (from: Uint8Array, { at }: { at: number }) => {
    const length = Math.min(from.length, this.left)
    this.left -= length
    if (at + length > this.bytes.length) {
      const larger = new Uint8Array(at + length)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.sizes.add(this.bytes.length)
    this.bytes.set(from.subarray(0, length), at)
    if (length < from.length) throw new Error('The power failed')
    return length
  }
  flush = () => undefined
}

const reopened = (file: MemoryFile) => new JournalFile(Object.assign(new MemoryFile(), { bytes: file.bytes.slice() }))
const text = fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' })
const work = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('append' as const), entries: fc.array(text, { minLength: 1, maxLength: 5 }) }),
    fc.record({ kind: fc.constant('rewrite' as const), entries: fc.array(text, { maxLength: 8 }) }),
  ),
  { minLength: 1, maxLength: 12 },
)

describe('the journal’s file', () => {
  test('returns what was appended since the last rewrite, in order, however often it is opened', () => {
    fc.assert(
      fc.property(work, (steps) => {
        const file = new MemoryFile()
        let journal = new JournalFile(file)
        let expected: string[] = []
        for (const { kind, entries } of steps) {
          expect(journal[kind](entries)).toBe(true)
          expected = kind === 'append' ? [...expected, ...entries] : [...entries]
          journal = new JournalFile(file)
          expect(journal.entries).toEqual(expected)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('cut off at any byte it holds what was there before, or all of it, and of an append perhaps its beginning', () => {
    fc.assert(
      fc.property(work, fc.double({ min: 0, max: 1, noNaN: true }), (steps, share) => {
        const file = new MemoryFile()
        const journal = new JournalFile(file)
        const last = steps.at(-1)!
        let before: string[] = []
        for (const { kind, entries } of steps.slice(0, -1)) {
          journal[kind](entries)
          before = kind === 'append' ? [...before, ...entries] : [...entries]
        }
        const after = last.kind === 'append' ? [...before, ...last.entries] : [...last.entries]
        const whole = new TextEncoder().encode(last.entries.join('')).length + 8 * last.entries.length + 32
        file.left = Math.floor(share * whole)
        try {
          journal[last.kind](last.entries)
        } catch {
          // The power failed.
        }
        const found = [...reopened(file).entries]
        if (last.kind === 'rewrite') expect([before, after]).toContainEqual(found)
        else expect(found).toEqual(after.slice(0, Math.max(before.length, found.length)))
      }),
      { numRuns: 60 },
    )
  })

  test('after a rewrite that was cut off the next one holds its own entries alone', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.array(text, { maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (first, cutOff, next, share) => {
          const file = new MemoryFile()
          const journal = new JournalFile(file)
          journal.append(first)
          file.left = Math.floor(share * (new TextEncoder().encode(cutOff.join('')).length + 8 * cutOff.length + 32))
          try {
            journal.rewrite(cutOff)
          } catch {
            // The power failed.
          }
          file.left = Number.POSITIVE_INFINITY
          const again = new JournalFile(file)
          expect(again.rewrite(next)).toBe(true)
          expect(reopened(file).entries).toEqual(next)
          expect(again.append(['more'])).toBe(true)
          expect(reopened(file).entries).toEqual([...next, 'more'])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('never grows after it was created, refuses what does not fit, and takes more after a rewrite', () => {
    const file = new MemoryFile()
    const journal = new JournalFile(file)
    const entry = 'x'.repeat(10_000)
    let count = 0
    while (journal.append([entry])) count += 1
    expect(count).toBeGreaterThan(90)
    expect(journal.rewrite(Array.from({ length: count + 20 }, () => entry))).toBe(false)
    expect(reopened(file).entries).toHaveLength(count)
    expect(journal.rewrite([entry])).toBe(true)
    expect(journal.append(['more'])).toBe(true)
    expect(reopened(file).entries).toEqual([entry, 'more'])
    expect(file.sizes.size).toBe(1)
  })

  test('a rewrite leaves no old entry readable in the file', () => {
    const file = new MemoryFile()
    const journal = new JournalFile(file)
    journal.append(['dog behind the gate'])
    journal.rewrite(['kept'])
    expect(new TextDecoder().decode(file.bytes)).not.toContain('dog')
    expect(new TextDecoder().decode(file.bytes)).toContain('kept')
  })

  test('what is no journal is overwritten by an empty one', () => {
    const file = new MemoryFile()
    file.bytes = new Uint8Array(2 * 1024 * 1024).fill(7)
    expect(new JournalFile(file).entries).toEqual([])
    expect(reopened(file).entries).toEqual([])
  })
})
