import { expect, test } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import { collectTexts } from '../../../src/tools/shared/texts.mjs'

/** All other labels and messages of the specification are read off the screens by tests/e2e/words.spec.ts. */
test('The specification’s words that no screen shows without a failure or a setting are unchanged', () => {
  expect([refusals.cannot_generate_run.message, refusals.too_many_files.message]).toEqual([
    'Cannot generate run',
    'Too many files. The maximum number of files is 5.',
  ])
  expect(collectTexts().texts.flatMap(({ sentences }) => sentences)).toEqual(
    expect.arrayContaining([
      'An error occurred.',
      'Request a Quote or Register',
      'Transaction completed failed!',
      'Don’t worries! You can still login.',
    ]),
  )
})
