import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, vi } from 'vitest'
import { Toasts } from '#client/ui/toasts.tsx'

afterEach(() => {
  // Here and not only in the tests: one that fails half-way must leave nothing false to the files after it.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  cleanup()
  // What one test was told lives as long as the app does: the next test's screens would still show it.
  const { container } = render(createElement(Toasts, { label: '', close: '' }))
  for (const close of container.querySelectorAll('button')) fireEvent.click(close)
  cleanup()
  localStorage.clear()
})
