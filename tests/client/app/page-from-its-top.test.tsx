import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { usePageFromItsTop } from '#client/app/use-page-from-its-top.ts'

afterEach(() => vi.unstubAllGlobals())

function Pages() {
  usePageFromItsTop()
  const navigate = useNavigate()
  return (
    <>
      <Link to="/pickups/7">Stop 7</Link>
      <Link to="/pickups?show=done">Done</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  )
}

test('A stop far down the list opens at its top; a filter and Back leave the page where it was', async () => {
  const scrolled = vi.fn()
  vi.stubGlobal('scrollTo', scrolled)
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/pickups']}>
      <Pages />
    </MemoryRouter>,
  )
  await user.click(screen.getByText('Done'))
  expect(scrolled).not.toHaveBeenCalled()
  await user.click(screen.getByText('Stop 7'))
  expect(scrolled.mock.calls).toEqual([[0, 0]])
  await user.click(screen.getByText('Back'))
  expect(scrolled).toHaveBeenCalledTimes(1)
})
