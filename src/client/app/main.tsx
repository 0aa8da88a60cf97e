import './trusted-types.ts'
import '#client/ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { App } from './app.tsx'
import { addWords } from './i18n.ts'
import { appWords } from './app-words.ts'
import { sessionWords } from '#client/features/session/session-words.ts'

// Zod compiles its checks with `new Function` otherwise, which the content security policy refuses.
z.config({ jitless: true })
addWords('app', appWords)
addWords('session', sessionWords)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
