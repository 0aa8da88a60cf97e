import { lazy } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { listMails } from '#contract/v1/mails.ts'
import { getHome } from '#contract/v1/home.ts'
import type { Answer } from '#client/api/answers.ts'
import type { Call } from '#client/api/call.ts'
import { ask, createQueryClient, forgetFailures } from '#client/api/query-client.ts'
import { ErrorBoundary } from '#client/app/error-boundary.tsx'
import { PageHeader } from '#client/ui/core/app-shell.tsx'
import { Shell } from '#client/app/shell.tsx'
import { HomePage } from '#client/features/home/home-page.tsx'
import { OfficeProvider } from '#client/shells/office.tsx'
import { makeHome } from '../../fixtures/answers/home.ts'
import { makeProfile } from '../../fixtures/answers/profile.ts'

const broke: Answer<unknown> = {
  kind: 'refused',
  status: 500,
  problem: { message: 'Something went wrong here.', code: 'internal' },
  retryAfterMs: null,
}
const ok: Answer<unknown> = { kind: 'ok', value: { items: [], page: 1, perPage: 1, total: 3 }, status: 200, etag: null }
const offline: Answer<unknown> = { kind: 'offline', why: 'network' }

/** A server that gives this answer until it gets another one. */
function office(first: Answer<unknown>) {
  const server = { answer: first, asked: [] as string[] }
  const call = (async (endpoint: { path: string }) => {
    server.asked.push(endpoint.path)
    return server.answer
  }) as unknown as Call
  return { server, call, client: createQueryClient({ call, onRefused: () => undefined }) }
}

function Mails() {
  const mails = useQuery(ask(listMails, {}))
  return <p>{mails.data?.total ?? 'waiting'} mails</p>
}

function showMails(first: Answer<unknown>) {
  const { server, client } = office(first)
  render(
    <MemoryRouter initialEntries={['/settings/mails']}>
      <QueryClientProvider client={client}>
        <Shell
          profile={makeProfile({ role: 'ADMIN' })}
          menu={[]}
          onLogout={() => undefined}
          onRetry={() => forgetFailures(client)}
        >
          <Routes>
            <Route path="/settings/mails" element={<Mails />} />
            <Route path="/" element={<p>The home page</p>} />
          </Routes>
        </Shell>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { server, user: userEvent.setup() }
}

test('Try again sends the request again, and shows the new answer', async () => {
  const { server, user } = showMails(broke)
  await screen.findByText('Something went wrong here.')
  server.answer = ok
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('3 mails')).toBeVisible()
  expect(server.asked).toHaveLength(2)
})

test('A failed screen has a link to the home page, which works', async () => {
  const { user } = showMails(broke)
  await user.click(await screen.findByRole('link', { name: 'Back to Home' }))
  expect(await screen.findByText('The home page')).toBeVisible()
  expect(screen.queryByText('Something went wrong here.')).toBeNull()
})

test('Without signal a screen that is not on this phone keeps its header, with the menu and the way to the unsent work', async () => {
  const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /profile.js')))
  render(
    <MemoryRouter initialEntries={['/profile']}>
      <Shell profile={makeProfile({ role: 'DRIVER' })} menu={[]} onLogout={() => undefined}>
        <ErrorBoundary
          home="/"
          head={<PageHeader title="Your profile" right={<a href="/pickups/unsent">2 stops to send</a>} />}
        >
          <Missing />
        </ErrorBoundary>
      </Shell>
    </MemoryRouter>,
  )
  expect(await screen.findByText('It will reload when you’re back online.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  expect(screen.getByRole('link', { name: '2 stops to send' })).toHaveAttribute('href', '/pickups/unsent')
  expect(screen.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test.each([
  ['refuses its databases', 'SecurityError'],
  ['has no databases', 'MissingAPIError'],
])('Where the browser %s the screen says what to allow, and not that something is safe', async (_, name) => {
  const Refused = () => {
    throw new DOMException('Access to the Indexed Database API is denied in this context.', name)
  }
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <ErrorBoundary>
      <Refused />
    </ErrorBoundary>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Allow site data for this app')
  expect(document.body).not.toHaveTextContent('Indexed Database')
  expect(document.body).not.toHaveTextContent('safe')
  told.mockRestore()
})

/** The office's home screen with earlier data, which is then refetched with this answer. */
async function showHome(then: Answer<unknown>) {
  const { server, client, call } = office({
    ...ok,
    value: makeHome(),
  } as Answer<unknown>)
  render(
    <MemoryRouter>
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <OfficeProvider office={{ call, profile: makeProfile({ role: 'ADMIN' }) }}>
            <HomePage />
          </OfficeProvider>
        </QueryClientProvider>
      </MantineProvider>
    </MemoryRouter>,
  )
  await screen.findByText('No run this week yet')
  server.answer = then
  await client.refetchQueries({ predicate: (query) => query.queryKey[1] === getHome.path })
}

test('A server error is not called a lack of signal', async () => {
  await showHome(broke)
  expect(await screen.findByText('The server isn’t answering')).toBeVisible()
  expect(document.body).not.toHaveTextContent('No connection')
})

test('Without an answer the connection is named as the cause', async () => {
  await showHome(offline)
  expect(await screen.findByText('No connection')).toBeVisible()
})
