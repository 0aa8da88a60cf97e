import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { App } from '#client/app/app.tsx'
import { rememberFirm } from '#client/app/firm-memory.ts'
import { Shell } from '#client/app/shell.tsx'
import { PageHeader } from '#client/ui/core/app-shell.tsx'
import { titleFirm, usePageTitle } from '#client/ui/core/page-title.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

test('The tab’s title names the page and the firm, even where there is no page', async () => {
  rememberFirm({ name: 'Green Round Pty Ltd', logoUrl: null })
  document.title = 'Bagrun'
  history.pushState(null, '', '/nowhere')
  render(<App />)
  await screen.findByText('Sorry, the page you visited does not exist.')
  expect(document.title).toBe('Sorry, the page you visited does not exist. · Green Round Pty Ltd')
})

const MENU = [
  { label: 'Home', to: '/', icon: null, exact: true },
  { label: 'Customers', to: '/customers?page=1', icon: null },
]

function Drawer({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

test('The tab’s title is the page, its menu entry, and the firm; an open drawer’s title comes first', async () => {
  titleFirm('Green Round Pty Ltd')
  const pageAt = (at: string, title: string, drawer?: string) => (
    <MemoryRouter initialEntries={[at]}>
      <Shell profile={makeProfile({ role: 'ADMIN' })} menu={MENU} onLogout={() => undefined}>
        <PageHeader title={title} />
        {drawer === undefined ? null : <Drawer title={drawer} />}
      </Shell>
    </MemoryRouter>
  )
  const { rerender, unmount } = render(pageAt('/customers/1', ''))
  expect(document.title).toBe('Customers · Green Round Pty Ltd')
  rerender(pageAt('/customers/1', 'Anna Bright'))
  expect(document.title).toBe('Anna Bright · Customers · Green Round Pty Ltd')
  rerender(pageAt('/customers/1', 'Customers', 'New customer'))
  expect(document.title).toBe('New customer · Customers · Green Round Pty Ltd')
  rerender(pageAt('/customers/1', 'Customers'))
  expect(document.title).toBe('Customers · Green Round Pty Ltd')
  unmount()
  render(pageAt('/', 'Home'))
  await waitFor(() => expect(document.title).toBe('Home · Green Round Pty Ltd'))
})
