import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { newID } from '#domain/identifiers.ts'
import { UnsentImportPage } from '#client/features/unsent-import/unsent-import-page.tsx'
import { partsOf, type UnsentContent } from '#client/features/unsent-import/unsent-parts.ts'
import type { SendPart } from '#client/features/unsent-import/use-unsent-import.ts'

const stop = { customer: 'Anna Bright', address: '1 Old Castle Rd', suburb: 'Castle Hill' }

function fileOf(events: unknown[], over: object = {}): UnsentContent {
  return {
    format: 'bagrun-unsent',
    v: 1,
    exportedAt: '2026-11-18T02:00:00Z',
    userID: newID(),
    deviceID: 'phone',
    appBuild: 'test',
    events,
    photos: [],
    ...over,
  } as UnsentContent
}
const record = (more: object) => ({ eventID: newID(), runOrderID: newID(), assignmentID: newID(), ...more })

function show(answer: SendPart) {
  const sent: UnsentContent[] = []
  const send: SendPart = (part) => {
    sent.push(part)
    return answer(part)
  }
  const { container } = render(
    <MantineProvider>
      <MemoryRouter>
        <UnsentImportPage send={send} homePath="/" timeZone="Australia/Sydney" />
      </MemoryRouter>
    </MantineProvider>,
  )
  const user = userEvent.setup()
  const choose = async (content: unknown) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await user.upload(
      container.querySelector<HTMLInputElement>('input[type=file]')!,
      new File([text], 'bagrun-unsent-2026-11-18.txt', { type: 'text/plain' }),
    )
  }
  return { user, choose, sent }
}

const answered = (results: object[]): ReturnType<SendPart> =>
  Promise.resolve({
    kind: 'ok',
    status: 200,
    etag: null,
    value: {
      driver: { driverID: newID(), fullName: 'Dan Reyes' },
      results: results.map((one) => ({ stop, ...one })) as never,
    },
  })

test('Each record is listed with its result and the reason, those that need a person first', async () => {
  const events = [
    record({ type: 'done', pu: 2, extraAmount: 10, notes: 'Heavy', occurredAt: '2026-11-17T22:05:00Z' }),
    record({ type: 'note', notes: 'Dog in the yard', occurredAt: '2026-11-17T22:06:00Z' }),
    record({ type: 'not-collected', outcome: 'NO_ACCESS', occurredAt: '2026-11-17T22:07:00Z' }),
    record({ type: 'photo', photoID: newID(), occurredAt: '2026-11-17T23:43:00Z', takenAt: '2026-11-17T23:42:00Z' }),
  ]
  const { user, choose } = show(() =>
    answered([
      { result: 'applied' },
      { result: 'duplicate' },
      { result: 'review', code: 'job_foreign', message: 'The stop was given to another driver.' },
      { result: 'rejected', code: 'photo_not_uploaded', message: 'The photo hasn’t arrived yet.', stop: null },
    ]),
  )
  await choose(fileOf(events))
  expect(await screen.findByText(/3 stops and 1 photo, exported 18\/11\/2026/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByRole('heading', { name: 'Dan Reyes’s work' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 3 }).map((head) => head.textContent)).toEqual([
    'Not imported 1',
    'To decide 1',
    'Counted 1',
    'Already here 1',
  ])
  const listed = screen.getAllByRole('listitem').map((line) =>
    within(line)
      .getAllByText(/./)
      .map((part) => part.textContent),
  )
  expect(listed).toEqual([
    ['Photo taken 10:42', 'Unknown stop', 'Recorded 18/11/2026 10:43', 'The photo is missing from the file.'],
    [
      'Could not collect: No access',
      'Anna Bright · 1 Old Castle Rd, Castle Hill',
      'Recorded 18/11/2026 09:07',
      'The stop was given to another driver.',
    ],
    ['Done, 2 bags, extra $10.00, “Heavy”', 'Anna Bright · 1 Old Castle Rd, Castle Hill', 'Recorded 18/11/2026 09:05'],
    ['Note: Dog in the yard', 'Anna Bright · 1 Old Castle Rd, Castle Hill', 'Recorded 18/11/2026 09:06'],
  ])
})

test('An undo shows what it undid, and an unreadable record does no harm', async () => {
  const done = record({ type: 'done', pu: 1, occurredAt: 'yesterday', extraAmount: 1e300 })
  const { user, choose } = show((part) => answered(part.events.map(() => ({ result: 'applied' }))))
  await choose(
    fileOf([
      done,
      record({ type: 'undo', undoes: done.eventID, occurredAt: '2026-11-17T22:05:00Z' }),
      record({ type: 'undo', undoes: newID() }),
      'nonsense',
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByRole('heading', { name: 'Dan Reyes’s work' })
  expect(screen.getAllByRole('listitem').map((line) => line.querySelector('strong')!.textContent)).toEqual([
    'Done, 1 bag',
    'Undone: Done, 1 bag',
    'Undone',
    'Unknown record',
  ])
})

test.each([
  ['a holiday letter', 'Dear all', /This isn’t a driver’s file/],
  ['another program’s file', { format: 'holidays' }, /This isn’t a driver’s file/],
  [
    'one that broke off on its way',
    JSON.stringify(fileOf([record({ type: 'note' })])).slice(0, -30),
    'This file is incomplete: ask the driver for it again.',
  ],
  ['one without records', fileOf([]), 'This file has no records.'],
  ['one of a newer app', fileOf([], { v: 2 }), /This file is from a newer version of the app/],
  ['half of one', fileOf([], { deviceID: 3 }), /This isn’t a driver’s file/],
])('%s is named as that beside the button, and nothing is sent', async (_what, content, said) => {
  const { choose, sent } = show(() => answered([]))
  await choose(content)
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  expect(sent).toEqual([])
})

test('After a broken connection the page says how far it came, and continuing sends only the rest', async () => {
  const events = Array.from({ length: 450 }, (_, n) => record({ type: 'note', seq: n + 1 }))
  let broken = true
  const { user, choose, sent } = show((part) => {
    if (sent.length === 2 && broken) return Promise.resolve({ kind: 'offline', why: 'network' })
    return answered(part.events.map(() => ({ result: 'applied' })))
  })
  await choose(fileOf(events))
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/No connection to the server. 200 of 450 records imported/)).toBeVisible()
  broken = false
  await user.click(screen.getByText('Continue'))
  await screen.findByText('Dan Reyes’s work')
  expect(sent.map((part) => part.events.length)).toEqual([200, 200, 200, 50])
  expect(screen.getByText('450')).toBeVisible()
})

test.each([
  { done: 2, photos: 1, bytes: 1, said: '2 stops and 1 photo,' },
  { done: 1, photos: 2, bytes: 1, said: '1 stop and 2 photos,' },
  { done: 0, photos: 2, bytes: 2, said: '2 photos,' },
])(
  'The file’s content is counted as the phone showed it, $bytes with its bytes: $said',
  async ({ done, photos, bytes, said }) => {
    const taken = Array.from({ length: photos }, () => ({ photoID: newID(), base64: 'eA==' }))
    const events = [
      ...Array.from({ length: done }, () => record({ type: 'done' })),
      ...taken.map(({ photoID }) => record({ type: 'photo', photoID })),
    ]
    const { choose } = show(() => answered([]))
    await choose(fileOf(events, { photos: taken.slice(0, bytes) }))
    expect(await screen.findByText(new RegExp(said))).toBeVisible()
  },
)

test('An unknown driver is refused in the server’s words', async () => {
  const message = 'This file’s driver isn’t in this business.'
  const { user, choose } = show(() =>
    Promise.resolve({ kind: 'refused', status: 409, problem: { code: 'driver_unknown', message }, retryAfterMs: null }),
  )
  await choose(fileOf([record({ type: 'note' })]))
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/This file’s driver isn’t in this business. 0 of 1 records imported/)).toBeVisible()
})

test('A large file is split into requests in its order, each record with its own photo', () => {
  const photos = Array.from({ length: 5 }, () => ({ photoID: newID(), base64: 'x'.repeat(1000) }))
  const events = photos.flatMap(({ photoID }, n) => [
    record({ type: 'done', seq: 2 * n + 1 }),
    record({ type: 'photo', seq: 2 * n + 2, photoID }),
  ])
  const parts = partsOf(fileOf(events, { photos }), 2600)
  expect(parts.flatMap((part) => part.events)).toEqual(events)
  expect(parts.flatMap((part) => part.photos)).toEqual(photos)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) {
    expect(part.photos).toHaveLength(part.events.filter((event) => 'photoID' in Object(event)).length)
    expect(JSON.stringify(part.events).length + part.photos.length * 1000).toBeLessThan(3000)
  }
})
