import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ReportLink } from '#client/features/cases/report-link.tsx'
import type { ListedCase } from '#contract/v1/cases.ts'
import { CASE_ID, makeListedCase, STOP_ID } from '../../fixtures/answers/cases.ts'
import { pageOfRows, showOffice } from '../../support/office-screen.tsx'

const show = (cases: ListedCase[]) =>
  showOffice(<ReportLink assignmentID={STOP_ID} week="week of Mon 09/11/2026" />, { answer: () => pageOfRows(cases) })
const linkNamed = (name: string) => screen.findByRole('link', { name: `${name}: week of Mon 09/11/2026` })

test('A collection nobody reported leads to the form', async () => {
  show([makeListedCase({ assignmentID: '01890000-0000-7000-8000-0000000d0002' }), makeListedCase({ state: 'closed' })])
  expect((await linkNamed('Report a problem')).getAttribute('href')).toBe(`/cases/about/${STOP_ID}`)
})

test.each([
  ['open', 'Reported: waiting for the office'],
  ['answered', 'Reported: the office answered'],
] as const)('One with a case that is %s says so, and leads to it', async (state, words) => {
  show([makeListedCase({ state })])
  expect((await linkNamed(words)).getAttribute('href')).toBe(`/cases/${CASE_ID}`)
})
