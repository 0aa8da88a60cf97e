import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { App } from '#client/app/app.tsx'
import { appWords } from '#client/app/app-words.ts'
import { rememberFirm } from '#client/app/firm-memory.ts'
import { addWords } from '#client/app/i18n.ts'

test('The page is called as the firm is, even where there is no page', async () => {
  addWords('app', appWords)
  rememberFirm({ name: 'Green Round Pty Ltd', logoUrl: null })
  document.title = 'Bagrun'
  history.pushState(null, '', '/nowhere')
  render(<App />)
  await screen.findByText('Sorry, the page you visited does not exist.')
  expect(document.title).toBe('Green Round Pty Ltd')
})
