import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { learnDrivenTimesAnew } from '#contract/v1/driven-times.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

test.each([
  [{ visits: 1_234, isDone: true }, 'Worked out from 1,234 visits.'],
  [{ visits: 1, isDone: true }, 'Worked out from 1 visit.'],
  [{ visits: 9_000, isDone: false }, 'Worked out from 9,000 visits. There are more; they’re added within ten minutes.'],
])('The office has driving times worked out at once, and reads from how many visits', async (answer, sentence) => {
  const { sentTo } = showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at: '/settings/collections',
      answer: ({ endpoint }) => (endpoint === learnDrivenTimesAnew ? ok(answer) : pageOfRows(storedSettings())),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Work out driving times again' }))
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(sentTo(learnDrivenTimesAnew)).toHaveLength(1)
  expect(screen.queryByText(/unsaved change/)).toBeNull()
})
