import { expect, test } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import { appWords } from '#client/app/app-words.ts'
import { paymentsWords } from '#client/features/payments/payments-words.ts'
import { sessionWords } from '#client/features/session/session-words.ts'

/** All other labels and messages of the specification are read off the screens by tests/e2e/words.spec.ts. */
test('The specification’s words that no screen shows without a failure or a setting are unchanged', () => {
  expect([
    appWords.errorOccurred,
    sessionWords.requestQuote,
    refusals.cannot_generate_run.message,
    refusals.too_many_files.message,
    paymentsWords.failed,
    paymentsWords.stillLogin,
  ]).toEqual([
    'An error occurred.',
    'Request a Quote or Register',
    'Cannot generate run',
    'Too many files. The maximum number of files is 5.',
    'Transaction completed failed!',
    'Don’t worries! You can still login.',
  ])
})
