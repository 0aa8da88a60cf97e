import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { hideFailures, showFailure, showSuccess, Toasts } from '#client/ui/toasts.tsx'

afterEach(() => act(() => showSuccess('')))

test('What failed before does not outlive what works after it', () => {
  render(<Toasts label="Messages" close="Close" />)
  act(() => showFailure('An error occurred.', 'No connection to the server.'))
  expect(screen.getByRole('alert')).toHaveTextContent('No connection to the server.')
  act(() => showSuccess('Saved'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Saved')).toBeVisible()
})

test('Nor does it outlive a sign-in, which says nothing of its own; what worked stays', () => {
  render(<Toasts label="Messages" close="Close" />)
  act(() => showSuccess('Logout successfully!'))
  act(() => showFailure('An error occurred.', 'No connection to the server.'))
  act(hideFailures)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Logout successfully!')).toBeVisible()
})
