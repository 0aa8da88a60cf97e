import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PendingPriceAnswer } from '#client/shells/pending-price-answer.tsx'
import { ok, showOffice } from '../../support/office-screen.tsx'

test.each([
  ['OFFICE', ['It still applies', 'It no longer applies']],
  ['DISPATCHER', ['It still applies']],
] as const)('An announced price is dropped only by a role that sets prices (%s)', (officeRole, names) => {
  showOffice(<PendingPriceAnswer again={() => undefined} />, { answer: () => ok(undefined), user: { officeRole } })
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(names)
})
