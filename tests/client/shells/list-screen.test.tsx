import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { saveCsv } from '#client/shells/csv-export.ts'
import { ListScreen } from '#client/shells/list-screen.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { listSuburbs, type Suburb } from '#contract/v1/suburbs.ts'
import { newID } from '#domain/identifiers.ts'
import { lineBroke, ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const suburb = (label: string, over: Partial<Suburb> = {}): Suburb =>
  ({
    suburbID: newID(),
    label,
    postCode: '2154',
    state: 'NSW',
    weekNumber: 2,
    customers: 3,
    createdAt: '2026-11-01T00:00:00Z',
    version: 1,
    ...over,
  }) as Suburb

const columns: readonly Column<Suburb>[] = [
  { id: 'label', title: 'Suburb', main: true, sort: 'label', cell: ({ label }) => label, csv: ({ label }) => label },
  {
    id: 'postCode',
    title: 'Postcode',
    sort: 'postCode',
    cell: ({ postCode }) => postCode,
    csv: ({ postCode }) => postCode,
  },
  {
    id: 'week',
    title: 'Week',
    optional: true,
    cell: ({ weekNumber }) => weekNumber,
    csv: ({ weekNumber }) => weekNumber,
  },
]

function show(at: string, answer: (sent: Sent) => ReturnType<typeof ok> | Promise<ReturnType<typeof ok>>) {
  return showOffice(
    <ListScreen
      name="suburbs"
      title="Suburbs"
      endpoint={listSuburbs}
      columns={columns}
      keyOf={({ suburbID }) => suburbID}
      nameOf={({ label }) => label}
      filters={[
        {
          kind: 'choice',
          name: 'state',
          label: 'State',
          options: [
            { value: 'NSW', label: 'NSW' },
            { value: 'VIC', label: 'VIC' },
          ],
        },
      ]}
      counted={(count) => `${count} suburbs`}
      search="Suburb or postcode"
      create={{ label: 'New suburb', to: '/suburbs/new' }}
      empty={{ title: 'No suburbs yet', how: 'Add the first one.' }}
    />,
    { at, answer },
  )
}
const asked = ({ input }: Sent) => input
const many = [suburb('Castle Hill'), suburb('Dural', { postCode: '2158' })]

afterEach(() => vi.restoreAllMocks())

test('A list opened by an address shows what the address names, and ignores what it can’t understand', async () => {
  const { sent } = show('/suburbs?page=2&perPage=50&keyword=castle&state=NSW&sort=-postCode', () =>
    pageOfRows(many, 70),
  )
  expect(await screen.findByText('Castle Hill')).toBeVisible()
  expect(screen.getByText('70 suburbs')).toBeVisible()
  expect(asked(sent[0]!)).toEqual({ page: 2, perPage: 50, keyword: 'castle', state: 'NSW', sort: '-postCode' })
  expect(screen.getByRole('searchbox')).toHaveValue('castle')
  expect(screen.getByRole('columnheader', { name: /Postcode/ })).toHaveAttribute('aria-sort', 'descending')
})

test('“Clear filters” is beside the count, so that it does not break the row of filters', async () => {
  show('/suburbs?state=NSW', () => pageOfRows(many))
  const count = await screen.findByText('2 suburbs')
  expect(screen.getByRole('button', { name: 'Clear filters' }).parentElement).toBe(count.parentElement)
})

test('A mistyped address shows the list without the wrong part', async () => {
  const { sent } = show('/suburbs?page=minus&perPage=9000&keyword=ca', () => pageOfRows(many))
  expect(await screen.findByText('Dural')).toBeVisible()
  expect(asked(sent[0]!)).toEqual({})
  expect(screen.getByText('Keyword must be greater than or equal 3 characters')).toBeVisible()
})

test('A filter is in the address and starts at the first page, and Back removes it', async () => {
  const user = userEvent.setup()
  const { sent } = show('/suburbs?page=2', () => pageOfRows(many, 70))
  await screen.findByText('Castle Hill')
  await user.selectOptions(screen.getByLabelText('State'), 'VIC')
  await waitFor(() => expect(asked(sent.at(-1)!)).toEqual({ state: 'VIC' }))
  expect(location.search).toBe('?state=VIC')
  await user.click(screen.getByRole('button', { name: 'Suburb' }))
  await waitFor(() => expect(location.search).toBe('?state=VIC&sort=label'))
  history.back()
  await waitFor(() => expect(screen.getByRole('columnheader', { name: /Suburb/ })).toHaveAttribute('aria-sort', 'none'))
  expect(location.search).toBe('?state=VIC')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('A search needs three letters, and is sent on Enter', async () => {
  const user = userEvent.setup()
  const { sent } = show('/suburbs', () => pageOfRows(many))
  await screen.findByText('Castle Hill')
  await user.type(screen.getByRole('searchbox'), 'ca{Enter}')
  expect(await screen.findByText('Keyword must be greater than or equal 3 characters')).toBeVisible()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'castle{Enter}')
  await waitFor(() => expect(asked(sent.at(-1)!)).toEqual({ keyword: 'castle' }))
  // The focus stays where it was for keyboard users.
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''))
})

test('Columns can be chosen and are remembered, and the name column is never hidden', async () => {
  const user = userEvent.setup()
  show('/suburbs', () => pageOfRows(many))
  await screen.findByText('Castle Hill')
  expect(screen.queryByRole('columnheader', { name: 'Week' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choice = within(await screen.findByRole('dialog', { name: 'Columns' }))
  expect(choice.queryByLabelText('Suburb')).toBeNull()
  await user.click(choice.getByLabelText('Week'))
  await user.click(choice.getByLabelText('Postcode'))
  expect(screen.getByRole('columnheader', { name: 'Week' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Postcode' })).toBeNull()
  expect(JSON.parse(localStorage.getItem('rr-columns-suburbs')!)).toEqual({ week: true, postCode: false })
})

test('Exporting takes every page of the filtered list, every column, and no formula', async () => {
  const user = userEvent.setup()
  const all = Array.from({ length: 230 }, (_, at) => suburb(at === 0 ? '=HYPERLINK("x")' : `Suburb ${at}`))
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'))
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  // In a browser a download does not leave the page; here it would.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { sent } = show('/suburbs?state=NSW&page=2', ({ input }) => {
    const { page = 1, perPage = 25 } = input as { page?: number; perPage?: number }
    return ok({ items: all.slice((page - 1) * perPage, page * perPage), page, perPage, total: all.length })
  })
  await screen.findByText('Suburb 30')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(sent.slice(-3).map(asked)).toEqual(
    [1, 2, 3].map((page) => expect.objectContaining({ state: 'NSW', page, perPage: 100 })),
  )
  const lines = (await files[0]!.text()).replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe('Suburb,Postcode,Week')
  expect(lines).toHaveLength(231)
  expect(lines[1]).toContain(`'=HYPERLINK`)
  expect(lines[230]).toBe('Suburb 229,2154,2')
})

test('An export that loses the connection saves no partial file, and says so', async () => {
  const user = userEvent.setup()
  const save = vi.spyOn(URL, 'createObjectURL')
  show('/suburbs', ({ input }) => (input['page'] === 2 ? lineBroke : pageOfRows(many, 150)))
  await screen.findByText('Dural')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Couldn’t finish the export. Please try again.')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('A saved file has the list’s name', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  saveCsv('suburbs.csv', 'a')
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('suburbs.csv')
})

test('A list of a business without entries says what to do', async () => {
  show('/suburbs', () => pageOfRows([]))
  expect(await screen.findByText('No suburbs yet')).toBeVisible()
})

test('A search that finds nothing says so', async () => {
  show('/suburbs?keyword=nowhere', () => pageOfRows([]))
  expect(await screen.findByText('No matches')).toBeVisible()
})

test('Without signal the list says so, and does not look empty', async () => {
  show('/suburbs', () => lineBroke)
  expect(await screen.findByText('This screen needs a connection')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('Key / goes to the search, n opens a new one with the list’s filters, and neither while the user types', async () => {
  const user = userEvent.setup()
  show('/suburbs?state=NSW', () => pageOfRows(many))
  await screen.findByText('Castle Hill')
  await user.keyboard('/')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.keyboard('n/')
  expect(location.pathname).toBe('/suburbs')
  expect(screen.getByRole('searchbox')).toHaveValue('n/')
  act(() => screen.getByRole('searchbox').blur())
  await user.keyboard('n')
  expect(location.pathname).toBe('/suburbs/new')
  expect(location.search).toContain('state=NSW')
})

test('A new record is made from the header, and from a list that is empty', async () => {
  const user = userEvent.setup()
  show('/suburbs', () => pageOfRows([]))
  await screen.findByText('No suburbs yet')
  const [inHeader, inList, ...more] = screen.getAllByRole('link', { name: 'New suburb' })
  expect([inHeader?.getAttribute('href'), more]).toEqual(['/suburbs/new', []])
  await user.click(inList!)
  expect(location.pathname).toBe('/suburbs/new')
})
