import { useState } from 'react'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { searchPlaces } from '#client/app/office-features.tsx'
import { SearchButton } from '#client/features/search/search-button.tsx'
import { SearchEverywhere } from '#client/features/search/search-everywhere.tsx'
import { ok, showOffice } from '../../support/office-screen.tsx'

const HITS = [
  { kind: 'suburb', id: 's1', title: 'Wentworthville', detail: 'NSW 2145', status: null },
  { kind: 'customer', id: 'c1', title: 'Wendy Went', detail: '10482 · 12 Example Street', status: 'BLOCKED' },
  { kind: 'run', id: 'r1', title: '2026-11-W2-1', detail: 'R00042', status: 'active' },
  { kind: 'customer', id: 'c2', title: 'Walter Went', detail: '10483 · 14 Example Street', status: 'ACTIVE' },
]

function Frame() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <SearchButton onOpen={() => setOpened(true)} />
      <SearchEverywhere
        places={searchPlaces}
        opened={opened}
        onOpen={() => setOpened(true)}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

const show = (hits: readonly unknown[] = HITS, more = false) =>
  showOffice(<Frame />, { answer: () => ok({ items: hits, page: 1, perPage: hits.length, total: hits.length, more }) })

test('Ctrl K opens the search, the arrow keys choose, Enter opens the result, and the search is remembered', async () => {
  const user = userEvent.setup()
  const { sent } = show()
  await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox')
  await user.type(box, 'went')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Wentworthville NSW 2145',
    'See all results in Suburbs',
    'Wendy Went Blocked10482 · 12 Example Street',
    'Walter Went Active10483 · 14 Example Street',
    'See all results in Customers',
    '2026-11-W2-1 activeR00042',
    'See all results in Weekly Runs',
  ])
  expect(box).toHaveAttribute('aria-activedescendant', options[0]!.id)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(box).toHaveAttribute('aria-activedescendant', options[2]!.id)
  expect(options[2]).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/customers/c1')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(sent.map(({ input }) => input)).toEqual([{ keyword: 'went' }])
  await user.click(screen.getByRole('button', { name: /Search everywhere/ }))
  expect(await screen.findByRole('option', { name: 'went' })).toBeVisible()
})

test('Results are listed under the heading of their kind, a run with a link to its page', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('button', { name: /Search everywhere/ }))
  await user.type(await screen.findByRole('combobox'), 'went')
  expect(within(await screen.findByRole('group', { name: 'Customers' })).getAllByRole('option')).toHaveLength(3)
  expect(within(screen.getByRole('group', { name: 'Weekly Runs' })).getAllByRole('option')[0]).toHaveAttribute(
    'href',
    '/run-orders/r1',
  )
})

test('With two letters only, no search is sent', async () => {
  const user = userEvent.setup()
  const { sent } = show()
  await user.click(screen.getByRole('button', { name: /Search everywhere/ }))
  await user.type(await screen.findByRole('combobox'), 'we')
  expect(screen.getByText('Keyword must be greater than or equal 3 characters')).toBeVisible()
  expect(sent).toHaveLength(0)
})

test.each([
  ['4 results', false],
  ['First 4; type more to narrow it down', true],
])('It says how many are found, and when there are more that these are the first: %s', async (sentence, more) => {
  const user = userEvent.setup()
  show(HITS, more)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'went')
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('It says when nothing is found', async () => {
  const user = userEvent.setup()
  show([])
  await user.click(screen.getByRole('button', { name: /Search everywhere/ }))
  await user.type(await screen.findByRole('combobox'), 'nobody')
  await waitFor(() => expect(screen.getByText('No matches for “nobody”')).toBeVisible())
})

test('“See all results” opens the list of that kind with the same search', async () => {
  const user = userEvent.setup()
  show()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'went & co')
  await user.click(await screen.findByRole('option', { name: 'See all results in Customers' }))
  expect(location.pathname).toBe('/customers')
  expect(new URLSearchParams(location.search).get('keyword')).toBe('went & co')
  expect(screen.queryByRole('combobox')).toBeNull()
})
