import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Customer } from '#contract/v1/customers.ts'
import { CustomerPlace } from '#client/features/customers/customer-place.tsx'
import { forgetPlace, getPlace, listPlacesNear, type Place, setPlace } from '#contract/v1/places.ts'
import { ok, refused, showOffice } from '../../support/office-screen.tsx'

const customer = {
  customerID: '01990000-0000-7000-8000-000000000001',
  fullName: 'Anna Watson',
  suburb: 'Gordon',
  state: 'NSW',
  status: 'ACTIVE',
} as Customer
const GORDON: Place = {
  latitude: -33.7561,
  longitude: 151.1535,
  source: 'imported',
  accuracy: null,
  visits: null,
  placedAt: '2026-11-01T00:00:00Z',
}

async function open(place: Place | null) {
  const shown = showOffice(<CustomerPlace customer={customer} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getPlace) return ok({ place, farFromOthers: null, waiting: 0 })
      if (endpoint === listPlacesNear) return ok({ items: [] })
      return refused('not_found')
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Show on the map' }))
  return { ...shown, user, section: within(await screen.findByRole('region', { name: 'Place on the map' })) }
}

test('where the browser can’t draw a map, the pair is still typed, and opening saves nothing', async () => {
  const { section, sentTo, user } = await open(GORDON)
  expect(section.getByText(/WebGL is off\. Paste the latitude and longitude instead\./)).toBeVisible()
  expect(section.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.click(section.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Place on the map' })).toBeNull()
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Show on the map' })).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible()
  expect(sentTo(setPlace)).toEqual([])
})

test('a customer without a place, in a suburb without any, gets a sentence', async () => {
  const { section } = await open(null)
  expect(await section.findByText(/^Not known yet, and no other customer of the suburb has a place/)).toBeVisible()
})

test('a forgotten place is gone from the screen too', async () => {
  let place: Place | null = { ...GORDON, source: 'learnt', visits: 3, accuracy: 5 }
  showOffice(<CustomerPlace customer={customer} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getPlace) return ok({ place, farFromOthers: null, waiting: 0 })
      if (endpoint !== forgetPlace) return refused('not_found')
      place = null
      return ok(undefined)
    },
  })
  const user = userEvent.setup()
  expect(await screen.findByText('Learnt from 3 visits')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Forget' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Forget' }))
  expect(await screen.findByText('Not known')).toBeVisible()
  expect(screen.queryByText('Learnt from 3 visits')).toBeNull()
})

test('a pasted pair far from the suburb’s others is pointed out before it is saved, and can be saved', async () => {
  const near = { address: '1 Dan Cres', latitude: -33.7561, longitude: 151.1535 }
  const { sentTo } = showOffice(<CustomerPlace customer={customer} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getPlace) return ok({ place: null, farFromOthers: null, waiting: 0 })
      if (endpoint === listPlacesNear) return ok({ items: [near, near, near] })
      return endpoint === setPlace ? ok({ ...GORDON, latitude: -33.4561 }) : refused('not_found')
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Set place' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '-33.4561, 151.1535')
  expect(await dialog.findByText('This is 33 km from the other customers in Gordon. Check it.')).toBeVisible()
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '-33.7562, 151.1535')
  expect(dialog.queryByText(/Check it\./)).toBeNull()
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), '-33.4561, 151.1535')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sentTo(setPlace)).toHaveLength(1))
  expect(sentTo(setPlace)).toMatchObject([{ input: { latitude: -33.4561, longitude: 151.1535 } }])
})
