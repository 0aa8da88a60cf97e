import { render, screen, waitFor } from '@testing-library/react'
import { focusManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { persistQueryClientSave, persistQueryClientRestore } from '@tanstack/react-query-persist-client'
import { expect, test } from 'vitest'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { listSessions } from '#contract/v1/account.ts'
import { getInvoice } from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { getSecondFactor } from '#contract/v1/second-factor.ts'
import { getProfile } from '#contract/v1/session.ts'
import type { Answer } from '#client/api/answers.ts'
import type { Call } from '#client/api/call.ts'
import { ask, createQueryClient, forgetLookUps, persistOptions, whyStale } from '#client/api/query-client.ts'

const page = { items: [], page: 1, perPage: 1, total: 3 }
const ok: Answer<unknown> = { kind: 'ok', value: page, status: 200, etag: null }

/** A server that gives these answers in turn, and then repeats the last one. */
function fixture(...answers: Answer<unknown>[]) {
  const asked: string[] = []
  const refused: string[] = []
  const call = (async (endpoint: { path: string }) => {
    asked.push(endpoint.path)
    return (answers.length > 1 ? answers.shift() : answers[0])!
  }) as unknown as Call
  return { asked, refused, client: createQueryClient({ call, onRefused: (message) => refused.push(message) }) }
}

function Kept() {
  const mails = useQuery(ask(listMails, { status: 'kept', perPage: 1 }))
  return <p>{mails.error ? 'no connection' : `${mails.data?.total ?? 'waiting'}`}</p>
}

const showOn = (client: ReturnType<typeof createQueryClient>) =>
  render(
    <QueryClientProvider client={client}>
      <Kept />
    </QueryClientProvider>,
  )

/** Saves a client's cache, as the screen's provider does, and restores it into a new client. */
async function comesBack(from: ReturnType<typeof createQueryClient>, as: { userID: string; build: string }, then = as) {
  const options = persistOptions(as.userID, as.build)
  // The persister delays its writes; here the write is immediate.
  await persistQueryClientSave({ queryClient: from, ...options })
  await waitFor(() => expect(localStorage.getItem('rr-look-ups')).not.toBeNull())
  const { client } = fixture(ok)
  await persistQueryClientRestore({ queryClient: client, ...persistOptions(then.userID, then.build) })
  return client
}

test('A screen without signal says so, and shows its data once there is signal', async () => {
  const { client } = fixture({ kind: 'offline', why: 'network' }, ok)
  showOn(client)
  expect(await screen.findByText('no connection')).toBeVisible()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('3')).toBeVisible()
})

test('When the window gets the focus again nothing is fetched', async () => {
  const { client, asked } = fixture(ok)
  showOn(client)
  await screen.findByText('3')
  // An old update time: fresh data would not be fetched in any case.
  for (const query of client.getQueryCache().getAll()) query.setState({ dataUpdatedAt: 1 })
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toHaveLength(1)
  focusManager.setFocused(undefined)
})

const refusal = (status: number, code: string, message: string): Answer<unknown> => ({
  kind: 'refused',
  status,
  problem: { message, code },
  retryAfterMs: null,
})
const gone = refusal(404, 'not_found', 'This doesn’t exist.')

test('A refusal is shown in the server’s words', async () => {
  const { client, refused } = fixture(refusal(409, 'wrong_state', 'This can’t be done in its present state.'))
  await expect(client.fetchQuery(ask(listMails, {}))).rejects.toThrow('This can’t be done in its present state.')
  expect(refused).toEqual(['This can’t be done in its present state.'])
})

test('An address that names no object is not sent, because the name can be that of an act', async () => {
  const { client, asked } = fixture(refusal(405, 'method_not_allowed', 'This address doesn’t accept that method.'))
  await expect(client.fetchQuery(ask(getInvoice, { invoiceID: 'bulk' }))).rejects.toMatchObject({ name: 'NotThere' })
  expect(asked).toEqual([])
})

test('A missing object of an address is shown by the 404 page alone; one deleted while it is shown, by a toast', async () => {
  const { client, refused } = fixture(gone, ok, gone)
  const asking = { ...ask(listMails, {}), staleTime: 0 }
  await expect(client.fetchQuery(asking)).rejects.toMatchObject({ name: 'NotThere' })
  expect(refused).toEqual([])
  await client.fetchQuery(asking)
  await expect(client.fetchQuery(asking)).rejects.toMatchObject({ name: 'NotThere' })
  expect(refused).toEqual(['This doesn’t exist.'])
})

test.each<[string, Answer<unknown>]>([
  ['the server itself', refusal(500, 'broken', 'Something went wrong on our side.')],
  ['a proxy whose server is down', { kind: 'foreign', status: 502, why: 'not-ours', retryAfterMs: null }],
])(
  'A failure of %s is named as the server’s, is shown once until it has answered, and is no lost connection',
  async (_, failure) => {
    const { client, refused } = fixture(failure, failure, ok, failure)
    const asking = { ...ask(listMails, {}), staleTime: 0 }
    for (const told of [1, 1]) {
      const error = await client.fetchQuery(asking).catch((reason: unknown) => reason as Error)
      expect(whyStale(error as Error)).toBe('server')
      expect(refused).toEqual(Array.from({ length: told }, () => 'Something went wrong on our side.'))
    }
    await client.fetchQuery(asking)
    await client.fetchQuery(asking).catch(() => undefined)
    expect(refused).toHaveLength(2)
  },
)

test('A network that needs a sign-in is no failure of the server', async () => {
  const { client, refused } = fixture({ kind: 'foreign', status: 511, why: 'not-ours', retryAfterMs: null })
  await expect(client.fetchQuery(ask(listMails, {}))).rejects.toMatchObject({ name: 'NoAnswer' })
  expect(refused).toEqual([])
})

test('Only look-ups that request it are stored on the device', async () => {
  const { client } = fixture(ok)
  await client.fetchQuery(ask(listExceptions, { status: 'open', perPage: 1 }, { persist: true }))
  await client.fetchQuery(ask(listMails, { status: 'kept' }))
  const back = await comesBack(client, { userID: 'jo', build: '1' })
  expect(
    back
      .getQueryCache()
      .getAll()
      .map((query) => query.queryKey[1]),
  ).toEqual(['/v1/runs/exceptions'])
})

test.each([
  [listMails, { status: 'kept', perPage: 1 }],
  [listSessions, {}],
  [getSecondFactor, {}],
  [getProfile, {}],
])('Private data is never stored, even where a screen requests it: $path', async (endpoint, input) => {
  const { client } = fixture(ok)
  await client.fetchQuery(ask(endpoint, input as never, { persist: true }))
  await client.fetchQuery(ask(listExceptions, { perPage: 1 }, { persist: true }))
  await comesBack(client, { userID: 'jo', build: '1' })
  expect(localStorage.getItem('rr-look-ups')).not.toContain(endpoint.path)
})

test('Data that an earlier version stored on this device, mails and their links too, is gone after the first start', async () => {
  const query = {
    queryKey: ['/v1/mails', {}],
    queryHash: '["/v1/mails",{}]',
    state: {
      data: { ...page, items: [{ text: 'https://x.example/recover?token=abc' }] },
      status: 'success',
      dataUpdatedAt: Date.now(),
    },
  }
  localStorage.setItem(
    'rr-look-ups',
    JSON.stringify({ buster: 'jo 1', timestamp: Date.now(), clientState: { mutations: [], queries: [query] } }),
  )
  const { client } = fixture(ok)
  await persistQueryClientRestore({ queryClient: client, ...persistOptions('jo', '1') })
  expect(localStorage.getItem('rr-look-ups')).toBeNull()
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('Another user, or another build, gets none of the stored look-ups', async () => {
  for (const then of [
    { userID: 'tom', build: '1' },
    { userID: 'jo', build: '2' },
  ]) {
    const { client } = fixture(ok)
    await client.fetchQuery(ask(listExceptions, { perPage: 1 }, { persist: true }))
    const back = await comesBack(client, { userID: 'jo', build: '1' }, then)
    expect(back.getQueryCache().getAll()).toEqual([])
  }
})

test('At sign-out the stored look-ups are deleted', async () => {
  const { client } = fixture(ok)
  await client.fetchQuery(ask(listExceptions, { perPage: 1 }, { persist: true }))
  await comesBack(client, { userID: 'jo', build: '1' })
  forgetLookUps(client)
  expect(localStorage.getItem('rr-look-ups')).toBeNull()
  expect(client.getQueryCache().getAll()).toEqual([])
})

const TOO_LONG = 'This takes too long. Please ask for less, or try again later.'
test.each<[string, Answer<unknown>, string[]]>([
  ['takes too long', refusal(409, 'too_slow', TOO_LONG), []],
  ['has a server that fails', refusal(503, 'unavailable', 'Please try again shortly.'), []],
  ['may not be asked', refusal(403, 'forbidden', 'You don’t have permission.'), ['You don’t have permission.']],
])('Of a question whose place shows its failures, one that %s is told once', async (_, answer, toasts) => {
  const { client, refused } = fixture(answer)
  await expect(client.fetchQuery(ask(listMails, {}, { inPlace: true }))).rejects.toThrow()
  expect(refused).toEqual(toasts)
})
