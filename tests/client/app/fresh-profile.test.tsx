import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFreshProfile } from '#client/app/use-fresh-profile.ts'

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url))
    throw new TypeError('no network in this test')
  })
})

const showAs = (first: string | null) =>
  renderHook((token: string | null) => useFreshProfile(token), { initialProps: first })

test('The profile is fetched once the first screen is shown', async () => {
  showAs('a-token')
  await waitFor(() => expect(asked).toEqual([expect.stringMatching(/\/v1\/users\/profile$/)]), { timeout: 15_000 })
})

test('After a sign-out before that, no profile is fetched', async () => {
  showAs('a-token').rerender(null)
  // The first one's wait began earlier: its request would be there before this one's.
  showAs('another-token')
  await waitFor(() => expect(asked).not.toEqual([]), { timeout: 15_000 })
  expect(asked).toHaveLength(1)
})
