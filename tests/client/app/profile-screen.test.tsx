import { MemoryRouter } from 'react-router-dom'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import ProfileScreen from '#client/app/profile-screen.tsx'
import { hasShownScreen } from '#client/ui/core/first-screen.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

test('A profile that is opened first is the first screen, so that what waits for one comes with it', async () => {
  expect(hasShownScreen()).toBe(false)
  render(
    <MemoryRouter>
      <ProfileScreen profile={makeProfile()} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { name: 'Your profile' })).toBeVisible()
  expect(hasShownScreen()).toBe(true)
})
