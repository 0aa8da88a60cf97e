import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folded } from '#domain/texts.ts'
import { bothDatabases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'
import { aTextToFold } from '../../support/texts.ts'

/**
 * The letters of most scripts in use. Letters assigned later may be known to only one of the database and the domain.
 */
const LAST_LETTER = 0x9fff

describe.each(bothDatabases)('The database folds a text as the domain code does, on %s', (kind) => {
  let open: FreshDatabase
  beforeAll(async () => {
    open = await freshDatabase(kind)
  })
  afterAll(() => open.close())

  const foldedThere = async (texts: readonly string[]) => {
    const { rows } = await open.pool.query<{ folded: string }>({
      text: 'select public.folded(given) as folded from unnest($1::text[]) with ordinality as asked (given, place) order by place',
      values: [texts],
    })
    return rows.map((row) => row.folded)
  }

  test('every single letter', async () => {
    const letters = Array.from({ length: LAST_LETTER }, (_, at) => String.fromCharCode(at + 1))
    const there = await foldedThere(letters)
    expect(
      letters.flatMap((letter, at) =>
        there[at] === folded(letter) ? [] : [[letter.charCodeAt(0).toString(16), there[at], folded(letter)]],
      ),
    ).toEqual([])
  })

  test('any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aTextToFold, { minLength: 20, maxLength: 60 }), async (texts) => {
        expect(await foldedThere(texts)).toEqual(texts.map(folded))
      }),
      { numRuns: 40 },
    )
  })
})
