import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { pageOfRows, showOffice } from '../../support/office-screen.tsx'

test('The settings have a page with the sources of the data, each with its licence and a link', async () => {
  const user = userEvent.setup()
  showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    { at: '/settings', answer: () => pageOfRows([]) },
  )
  await user.click(await screen.findByRole('link', { name: 'Data sources and licences' }))
  expect(await screen.findByRole('heading', { name: 'Public holidays' })).toBeVisible()
  expect(screen.getByText(/Attribution-ShareAlike 3\.0/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'CC BY-SA 3.0' })).toHaveAttribute(
    'href',
    'https://creativecommons.org/licenses/by-sa/3.0/',
  )
  expect(screen.getByRole('link', { name: 'GeoNames' })).toHaveAttribute('rel', 'noreferrer')
})
