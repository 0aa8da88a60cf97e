import { expect, test } from 'vitest'
import { mailKindOf } from '#domain/mail-kinds.ts'
import { MAIL_KIND_WORDS } from '#client/shells/mail-kinds.ts'

test.each([
  ['welcome', /Welcome/],
  ['price-change', /prices/],
  ['hold', /pauses/],
  ['autopay', /automatic payments/],
  ['cancelled', /cancellation/],
])('An email that wasn’t sent is counted under words that name what it is about: %s', (key, words) => {
  expect(MAIL_KIND_WORDS[mailKindOf(`${key} a-customer`)]).toMatch(words)
})
