import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { TextInput } from '@mantine/core'
import { Link, Route, Routes, useNavigate } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { FormShell } from '#client/shells/form-shell.tsx'
import { createSuburb, type Suburb, updateSuburb } from '#contract/v1/suburbs.ts'
import { newID } from '#domain/identifiers.ts'
import { lineBroke, ok, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import type { Answer } from '#client/api/answers.ts'

type Values = { label: string; postCode: string; state: string }
const kept = {
  suburbID: newID(),
  label: 'Dural',
  postCode: '2158',
  state: 'NSW',
  weekNumber: null,
  customers: 0,
  version: 4,
} as unknown as Suburb

interface FormProps {
  latest?: () => Promise<{ version: number; values: Values } | null>
  onSaved?: () => void
}

function SuburbForm({ latest, onSaved = () => undefined }: FormProps) {
  const navigate = useNavigate()
  const edits = latest !== undefined
  return (
    <FormShell
      title={edits ? 'Edit Dural' : 'New suburb'}
      endpoint={(edits ? updateSuburb : createSuburb) as typeof createSuburb}
      fixed={edits ? { suburbID: kept.suburbID } : {}}
      initial={{ label: edits ? 'Dural' : '', postCode: edits ? '2158' : '', state: 'NSW' }}
      required={['label', 'postCode']}
      check={({ label }): Record<string, string> => (label === 'Atlantis' ? { label: 'Nobody lives there' } : {})}
      editing={edits ? { version: kept.version, latest } : null}
      labels={{ label: 'Suburb', postCode: 'Postcode', state: 'State' }}
      done="It is saved."
      onClose={() => void navigate('/list')}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <TextInput {...form.getInputProps('label')} />
          <TextInput {...form.getInputProps('postCode')} />
        </>
      )}
    </FormShell>
  )
}

/** Renders the form on a page with a link to another page, opened after a page to go back to. */
function show(answer: (sent: Sent) => Answer<unknown> | Promise<Answer<unknown>>, props: FormProps = {}) {
  history.pushState(null, '', '/before')
  return showOffice(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/form" element={<SuburbForm {...props} />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </>,
    { at: '/form', answer },
  )
}
const box = (name: string) => screen.findByRole('textbox', { name })
const question = () => screen.queryByRole('button', { name: 'Leave' })

test('A missing or wrong value is an error at its field in the contract’s words, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { sent } = show(() => ok(kept, 201))
  await user.type(await box('Postcode'), '12')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is mandatory')).toBeVisible()
  expect(await box('Suburb')).toHaveAttribute('aria-invalid', 'true')
  expect(await box('Postcode')).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toHaveLength(0)
})

test('A check of the screen itself refuses before anything is sent', async () => {
  const user = userEvent.setup()
  const { sent } = show(() => ok(kept, 201))
  await user.type(await box('Suburb'), 'Atlantis')
  await user.type(await box('Postcode'), '2158')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Nobody lives there')).toBeVisible()
  expect(sent).toHaveLength(0)
})

test('The server’s refusal is shown at its field; one of a field that is not shown, at the top', async () => {
  const user = userEvent.setup()
  show(() => refused('fields_invalid', { fields: { postCode: 'No such postcode', moveFollowers: 'Say yes or no' } }))
  await user.type(await box('Suburb'), 'Dural')
  await user.type(await box('Postcode'), '2158')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('No such postcode')).toBeVisible()
  expect(await box('Postcode')).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByText('moveFollowers: Say yes or no')).toBeVisible()
  expect(await box('Suburb')).toHaveValue('Dural')
})

test('Sent again after a broken connection it is the same request: one key, one object', async () => {
  const user = userEvent.setup()
  let tries = 0
  const onSaved = vi.fn()
  const { sentTo } = show(() => (++tries === 1 ? lineBroke : ok(kept, 201)), { onSaved })
  await user.type(await box('Suburb'), 'Dural')
  await user.type(await box('Postcode'), '2158')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findAllByText('No connection to the server. Nothing was saved; what you entered is still here.'),
  ).not.toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  const keys = sentTo(createSuburb).map(({ options }) => options.idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('Pressed twice the form is sent once', async () => {
  const user = userEvent.setup()
  let answer: (value: Answer<unknown>) => void = () => undefined
  const { sent } = show(() => new Promise((resolve) => (answer = resolve)))
  await user.type(await box('Suburb'), 'Dural')
  await user.type(await box('Postcode'), '2158{Enter}')
  await user.keyboard('{Enter}{Enter}')
  expect(sent).toHaveLength(1)
  answer(ok(kept, 201))
})

test('Only changed fields are sent, with the version that was loaded', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(() => ok(kept), { latest: async () => null })
  await user.clear(await box('Postcode'))
  await user.type(await box('Postcode'), '2159')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateSuburb)).toHaveLength(1))
  expect(sentTo(updateSuburb)[0]).toMatchObject({
    input: { suburbID: kept.suburbID, postCode: '2159' },
    options: { ifMatch: 4 },
  })
  expect(sentTo(updateSuburb)[0]!.input).not.toHaveProperty('label')
})

test.each(['link', 'Back', 'Cancel', 'Esc'] as const)(
  'What is typed is not lost by %s without a question',
  async (way) => {
    const user = userEvent.setup()
    show(() => ok(kept, 201))
    const input = await box('Suburb')
    const leave = async () => {
      if (way === 'link') await user.click(screen.getByText('Elsewhere'))
      else if (way === 'Cancel') await user.click(screen.getByRole('button', { name: 'Cancel' }))
      else if (way === 'Esc') {
        screen.getByRole('button', { name: 'Save' }).focus()
        await user.keyboard('{Escape}')
      } else history.back()
    }
    await user.type(input, 'Dural')
    await leave()
    const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
    expect(location.pathname).toBe('/form')
    expect(await box('Suburb')).toHaveValue('Dural')
    await leave()
    await waitFor(() => expect(question()).not.toBeNull())
    await user.click(question()!)
    expect(await screen.findByText('Another page')).toBeVisible()
    expect(location.pathname).toBe({ link: '/elsewhere', Back: '/before', Cancel: '/list', Esc: '/list' }[way])
  },
)

test('A form without changes is left without a question, and one with changes warns before the tab closes', async () => {
  const user = userEvent.setup()
  show(() => ok(kept, 201))
  const input = await box('Suburb')
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(unload()).toBe(false)
  await user.type(input, 'D')
  expect(unload()).toBe(true)
  await user.clear(input)
  expect(unload()).toBe(false)
  history.back()
  expect(await screen.findByText('Another page')).toBeVisible()
})

async function collide(choice: 'Keep mine' | 'Use theirs') {
  const user = userEvent.setup()
  let tries = 0
  const shown = show(() => (++tries === 1 ? refused('version_conflict') : ok(kept)), {
    latest: async () => ({ version: 9, values: { label: 'Dural', postCode: '2156', state: 'NSW' } }),
  })
  await user.clear(await box('Postcode'))
  await user.type(await box('Postcode'), '2159')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const alert = within(await screen.findByRole('alert', { name: /Someone else edited this/ }))
  expect(alert.getByRole('row', { name: 'Postcode 2159 2156' })).toBeVisible()
  await user.click(alert.getByRole('button', { name: choice }))
  return shown
}

test('Two admins at once: “Keep mine” sends it again with the version the other one made', async () => {
  const { sentTo } = await collide('Keep mine')
  await waitFor(() => expect(sentTo(updateSuburb)).toHaveLength(2))
  expect(sentTo(updateSuburb)[1]).toMatchObject({ input: { postCode: '2159' }, options: { ifMatch: 9 } })
})

test('Two admins at once: “Use theirs” sends nothing more and leaves nothing unsaved', async () => {
  const { sentTo } = await collide('Use theirs')
  await waitFor(async () => expect(await box('Postcode')).toHaveValue('2156'))
  expect(sentTo(updateSuburb)).toHaveLength(1)
  history.back()
  expect(await screen.findByText('Another page')).toBeVisible()
})

test('A refusal shown at a box is not repeated by a toast; one without a box is shown by a toast', async () => {
  let answer = refused('fields_invalid', { fields: { label: 'This field is too long' } })
  show(() => answer)
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Suburb' }), 'Dural')
  await user.type(screen.getByRole('textbox', { name: 'Postcode' }), '2158')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is too long')).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Messages' })).queryByText('An error occurred.')).toBeNull()
  answer = refused('suburb_taken')
  await user.type(screen.getByRole('textbox', { name: 'Suburb' }), ' Park')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    await within(screen.getByRole('region', { name: 'Messages' })).findByText(
      'This suburb with this postcode already exists.',
    ),
  ).toBeVisible()
})
