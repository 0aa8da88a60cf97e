import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { hideFailures, showFailure, showSuccess, Toasts } from '#client/ui/core/toasts.tsx'

afterEach(() => act(() => showSuccess('')))

test('A success that comes later removes an older failure', () => {
  render(<Toasts label="Messages" close="Close" />)
  act(() => showFailure('An error occurred.', 'No connection to the server.'))
  expect(screen.getByRole('alert')).toHaveTextContent('No connection to the server.')
  act(() => showSuccess('Saved'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Saved')).toBeVisible()
})

test('A sign-in, which shows no message itself, removes older failures too; a success stays', () => {
  render(<Toasts label="Messages" close="Close" />)
  act(() => showSuccess('Logout successfully!'))
  act(() => showFailure('An error occurred.', 'No connection to the server.'))
  act(hideFailures)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Logout successfully!')).toBeVisible()
})
