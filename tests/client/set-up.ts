import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach } from 'vitest'
import { Toasts } from '#client/ui/toasts.tsx'

afterEach(() => {
  cleanup()
  // What one test was told lives as long as the app does: the next test's screens would still show it.
  const { container } = render(createElement(Toasts, { label: '', close: '' }))
  for (const close of container.querySelectorAll('button')) fireEvent.click(close)
  cleanup()
  localStorage.clear()
})
