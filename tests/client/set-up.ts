import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, vi } from 'vitest'
import { Toasts } from '#client/ui/core/toasts.tsx'

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
