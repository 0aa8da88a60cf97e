import { MemoryRouter } from 'react-router-dom'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeProfile } from '../../fixtures/answers/profile.ts'

test('A profile that is opened first is the first screen, so that what waits for one comes with it', async () => {
  // As a page that has shown nothing yet.
  vi.resetModules()
  const { hasShownScreen } = await import('#client/ui/core/first-screen.ts')
  const { default: ProfileScreen } = await import('#client/app/profile-screen.tsx')
  expect(hasShownScreen()).toBe(false)
  render(
    <MemoryRouter>
      <ProfileScreen profile={makeProfile()} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { name: 'Your profile' })).toBeVisible()
  expect(hasShownScreen()).toBe(true)
})
