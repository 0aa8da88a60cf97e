import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { getDriver } from '#contract/v1/drivers.ts'
import type { Call } from '#client/api/call.ts'
import { ask, createQueryClient, forgetFailures } from '#client/api/query-client.ts'
import { Shell } from '#client/app/shell.tsx'
import { makeProfile } from '../../fixtures/answers/profile.ts'

function Driver() {
  useQuery(ask(getDriver, { driverID: 'gone' }))
  return <p>The driver</p>
}

test('A page whose object was deleted says that it does not exist, with a link to the home page', async () => {
  const call = (async () => ({
    kind: 'refused',
    status: 404,
    problem: { code: 'not_found', message: 'This doesn’t exist.' },
    retryAfterMs: null,
  })) as unknown as Call
  const client = createQueryClient({ call, onRefused: () => undefined })
  render(
    <MemoryRouter initialEntries={['/drivers/gone']}>
      <QueryClientProvider client={client}>
        <Shell
          profile={makeProfile({ role: 'ADMIN' })}
          menu={[]}
          onLogout={() => undefined}
          onRetry={() => forgetFailures(client)}
        >
          <Routes>
            <Route path="/drivers/gone" element={<Driver />} />
            <Route path="/" element={<p>The home page</p>} />
          </Routes>
        </Shell>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByText('Sorry, the page you visited does not exist.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Back to Home' }))
  expect(await screen.findByText('The home page')).toBeVisible()
})
