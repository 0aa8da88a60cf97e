import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { importUnsent } from '#contract/v1/unsent.ts'
import type { Answer } from '#client/api/answers.ts'
import { partsOf, readUnsent, type UnsentContent, type WrongFile } from './unsent-parts.ts'

type Answered = OutputOf<typeof importUnsent>

export interface ReadIn {
  event: unknown
  verdict: Answered['results'][number]
}

export type ImportStep =
  | { kind: 'choose'; wrong: WrongFile | null }
  | { kind: 'chosen'; content: UnsentContent }
  | { kind: 'reading'; content: UnsentContent; done: number }
  /** Can be continued from `part`. */
  | {
      kind: 'broken'
      content: UnsentContent
      done: number
      part: number
      why: Exclude<Answer<Answered>, { kind: 'ok' | 'not-modified' }>
    }
  | { kind: 'done'; fullName: string }

export type SendPart = (part: UnsentContent) => Promise<Answer<Answered>>

export function useUnsentImport(send: SendPart) {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose', wrong: null })
  const [results, setResults] = useState<readonly ReadIn[]>([])

  async function choose(file: Blob | null): Promise<void> {
    if (file === null) return
    setResults([])
    const read = readUnsent(await file.text().catch(() => ''))
    setStep('wrong' in read ? { kind: 'choose', wrong: read.wrong } : { kind: 'chosen', content: read.content })
  }

  async function readIn(content: UnsentContent, from = 0): Promise<void> {
    const parts = partsOf(content)
    let done = parts.slice(0, from).reduce((sum, { events }) => sum + events.length, 0)
    let fullName = ''
    for (const [at, part] of parts.entries()) {
      if (at < from) continue
      setStep({ kind: 'reading', content, done })
      const answer = await send(part)
      if (answer.kind === 'not-modified') continue
      if (answer.kind !== 'ok') return setStep({ kind: 'broken', content, done, part: at, why: answer })
      const { driver, results: verdicts } = answer.value
      fullName = driver.fullName
      done += part.events.length
      setResults((before) => [
        ...before,
        ...verdicts.map((one, place) => ({ event: part.events[place], verdict: one })),
      ])
    }
    setStep({ kind: 'done', fullName })
  }

  return { step, results, choose, readIn }
}
