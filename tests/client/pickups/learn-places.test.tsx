import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createDriverPlaces } from '#client/features/places/driver-places.ts'
import { LearnSetting } from '#client/features/places/learn-places.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['granted', 'This phone notes where it is at each stop.'],
  ['denied', /^Location is blocked on this phone, so nothing is noted/],
])('The profile says whether the phone notes its place (location: %s)', async (state, said) => {
  vi.stubGlobal('navigator', { ...navigator, permissions: { query: async () => ({ state }) } })
  const kept = new Map<string, string>()
  const places = createDriverPlaces({
    userID: 'dave',
    timeZone: 'Australia/Sydney',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    call: undefined as never,
    locate: async () => null,
    now: () => new Date('2026-11-28T14:00:00Z'),
  })
  render(<LearnSetting places={places} />)
  // The server keeps the day beside the position.
  expect(screen.getByText(/Only the day is kept with it: no time of day, route or name\.$/)).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('This phone doesn’t note where it is.')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Allow this' }))
  expect(await screen.findByText(said)).toBeVisible()
})
