import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CustomerInstallNotice } from '#client/app/customer-install-notice.tsx'
import { promptInstall, watchInstall } from '#client/app/install.ts'

beforeAll(() => {
  watchInstall()
})
beforeEach(async () => {
  localStorage.clear()
  await promptInstall()
})
afterEach(() => vi.unstubAllGlobals())

const open = () => {
  render(<CustomerInstallNotice name="Green Bags" />)
  return userEvent.setup()
}
const scroll = () => act(() => void window.dispatchEvent(new Event('scroll')))
const show = () => {
  const user = open()
  scroll()
  return user
}
const installable = (prompt = async () => undefined) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })))

test('A customer is offered the Home Screen by the browser’s own question', async () => {
  const prompt = vi.fn(async () => undefined)
  const user = show()
  expect(screen.queryByText('Add to Home Screen?')).toBeNull()
  installable(prompt)
  expect(screen.getByText('Add to Home Screen?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(prompt).toHaveBeenCalledOnce()
})

test('Before the page is scrolled or used the offer covers nothing of it', async () => {
  const user = open()
  installable()
  expect(screen.queryByText('Add to Home Screen?')).toBeNull()
  await user.click(document.body)
  expect(screen.getByText('Add to Home Screen?')).toBeVisible()
})

test('Once refused it is not offered again', async () => {
  const user = show()
  installable()
  await user.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(screen.queryByText('Add to Home Screen?')).toBeNull()
  show()
  expect(screen.queryByText('Add to Home Screen?')).toBeNull()
})

test('On an iPhone it says how, and doesn’t speak of lost work', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      userAgent: { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' },
    }) as Navigator,
  )
  const user = show()
  await user.click(screen.getByRole('button', { name: 'Show how' }))
  expect(await screen.findByText('See your next collection with one tap, and get notifications.')).toBeVisible()
  expect(screen.getByText('Choose “Add to Home Screen”.')).toBeVisible()
  expect(screen.queryByText(/lose work/)).toBeNull()
})
