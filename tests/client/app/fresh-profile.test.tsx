import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFreshProfile } from '#client/app/use-fresh-profile.ts'
import { firstScreen } from '#client/ui/core/first-screen.ts'

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
  // Resolves after the hook's own wait, which began earlier; the module is loaded by then.
  await firstScreen()
  await import('#client/app/sign-in.ts')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).toEqual([])
})
