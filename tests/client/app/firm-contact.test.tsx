import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { FirmContact } from '#client/ui/core/firm-contact.ts'

const page = (
  <CentredPage name="Green Bags" logoUrl={null} title="Log in" foot={<a href="/register">Register</a>}>
    <p>Form</p>
  </CentredPage>
)

test('A page before the sign-in names the number to call, below its links', () => {
  render(<FirmContact value={{ words: 'Questions? Call 02 9876 5432', href: 'tel:+61298765432' }}>{page}</FirmContact>)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/register',
    'tel:+61298765432',
  ])
})

test('Without a number in Settings there is none', () => {
  render(page)
  expect(screen.getAllByRole('link')).toHaveLength(1)
})
