import '@testing-library/jest-dom/vitest'
import { cleanup, configure, fireEvent, render } from '@testing-library/react'
import { createElement } from 'react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, vi } from 'vitest'
import { Toasts } from '#client/ui/core/toasts.tsx'

// Its own second is too short for the first screen of a file on a busy machine. A test that passes takes no longer.
configure({ asyncUtilTimeout: 10_000 })

// The preview of a template is a frame with a blob: address. happy-dom can't fetch one and would print an error each time.
// Any other request that reaches happy-dom was made after its test had put the real `fetch` back. No server listens, so
// that it fails as it would on a socket, but without happy-dom printing it.
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
happyDOM.settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ request, window: { Response } }) => {
    if (request.url.startsWith('blob:')) return new Response('')
    throw new TypeError(`No server answers ${request.url}`)
  },
}

afterEach(() => {
  // Here and not only in the tests: a test that fails before its cleanup must not affect the files after it.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  cleanup()
  // Toasts are stored for the life of the app: the next test's screens would still show them.
  const { container } = render(createElement(Toasts, { label: '', close: '' }))
  for (const close of container.querySelectorAll('button')) fireEvent.click(close)
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
