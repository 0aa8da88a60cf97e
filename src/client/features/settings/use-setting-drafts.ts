import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSetting, type StoredSetting, listSettings, updateSetting } from '#contract/v1/settings.ts'
import { type SettingKey, settingProblem, SETTINGS, typedSetting } from '#domain/settings.ts'
import { ask, invalidateChanged } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** An unsaved value, with the setting it was based on, whose version shows whether another user was faster. */
interface Draft {
  /** Null restores the default. */
  readonly value: unknown
  readonly from: StoredSetting
}
type Drafts = Partial<Record<SettingKey, Draft>>

export interface SettingDrafts {
  /** Undefined while loading. */
  readonly kept: ReadonlyMap<string, StoredSetting> | undefined
  readonly error: Error | null
  askAgain(): void
  valueOf(key: SettingKey): unknown
  /** The value that would be saved is the default. */
  isDefault(key: SettingKey): boolean
  set(key: SettingKey, value: unknown): void
  check(key: SettingKey): void
  readonly problems: Readonly<Partial<Record<SettingKey, string>>>
  readonly changed: readonly SettingKey[]
  /** Settings another user saved meanwhile, with the value this edit was based on. */
  readonly conflicts: readonly { key: SettingKey; mine: unknown; before: unknown; theirs: unknown }[]
  settle(whose: 'mine' | 'theirs'): void
  readonly busy: boolean
  readonly failure: string | null
  /** The server's question whether to close the books beyond today; null: it has none. */
  readonly lockQuestion: string | null
  lockAhead(): void
  undo(): void
  save(): Promise<void>
}

/**
 * Several settings as one form: only changed ones are sent, each with its version; refused ones stay as drafts, the
 * others are saved.
 */
export function useSettingDrafts(): SettingDrafts {
  const { t } = useTranslation('settings')
  const { call, refreshProfile } = useOffice()
  const client = useQueryClient()
  const asking = ask(listSettings, {})
  const { data, error, refetch } = useQuery(asking)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [problems, setProblems] = useState<Partial<Record<SettingKey, string>>>({})
  const [theirs, setTheirs] = useState<Partial<Record<SettingKey, StoredSetting>>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [lockQuestion, setLockQuestion] = useState<string | null>(null)
  const stored = data === undefined ? undefined : new Map(data.items.map((one) => [one.key, one]))
  const changed = Object.keys(drafts) as SettingKey[]

  function problemOf(key: SettingKey, draft: Draft | undefined): string | undefined {
    return draft === undefined || draft.value === null
      ? undefined
      : (settingProblem(key, typedSetting(key, tidy(key, draft.value))) ?? undefined)
  }

  async function send(all: Drafts, lockAhead = false): Promise<void> {
    const wrong = Object.fromEntries(
      entriesOf(all).flatMap(([key, draft]) =>
        problemOf(key, draft) === undefined ? [] : [[key, problemOf(key, draft)]],
      ),
    )
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return setFailure(t('checkMarked'))
    setBusy(true)
    setFailure(null)
    setLockQuestion(null)
    const left: Drafts = { ...all }
    const refused: Partial<Record<SettingKey, string>> = {}
    const others: Partial<Record<SettingKey, StoredSetting>> = {}
    let broken: string | null = null
    let question: string | null = null
    for (const [key, { value: typed, from }] of inOrder(entriesOf(all))) {
      const value = tidy(key, typed)
      const answer = await call(
        updateSetting,
        { key, value, ...(lockAhead && { lockAhead }) },
        { ifMatch: from.version },
      )
      if (answer.kind === 'ok') delete left[key]
      else if (answer.kind === 'refused' && answer.problem.code === 'version_conflict') {
        const now = await call(getSetting, { key })
        // The connection broke after the save: the stored value is ours.
        if (now.kind === 'ok' && now.value.value === (value ?? from.default)) delete left[key]
        else if (now.kind === 'ok') others[key] = now.value
        else refused[key] = answer.problem.message
      } else if (answer.kind === 'refused' && answer.problem.code === 'lock_ahead') question = answer.problem.message
      else if (answer.kind === 'refused') refused[key] = answer.problem.fields?.['value'] ?? answer.problem.message
      else if (answer.kind !== 'not-modified') {
        broken = sentenceOf(answer, t)
        break
      }
    }
    const saved = entriesOf(all).filter(([key]) => left[key] === undefined)
    await invalidateChanged(client, updateSetting)
    if (saved.some(([key]) => key.startsWith('business.'))) await refreshProfile?.()
    setDrafts(left)
    setProblems(refused)
    setTheirs(others)
    setLockQuestion(question)
    setBusy(false)
    if (Object.keys(left).length === 0) return showSuccess(t('saved'))
    setFailure(
      broken ?? (Object.keys(refused).length === 0 ? null : saved.length > 0 ? t('savedInPart') : t('checkMarked')),
    )
  }

  return {
    kept: stored,
    error,
    askAgain: () => void refetch(),
    problems,
    changed,
    busy,
    failure,
    lockQuestion,
    lockAhead: () => void send(drafts, true),
    conflicts: entriesOf(theirs).flatMap(([key, { value }]) => {
      const draft = drafts[key]
      return draft === undefined
        ? []
        : [{ key, mine: draft.value ?? draft.from.default, before: draft.from.value, theirs: value }]
    }),
    valueOf: (key) => {
      const draft = drafts[key]
      return draft === undefined ? stored?.get(key)?.value : (draft.value ?? draft.from.default)
    },
    isDefault: (key) => {
      const draft = drafts[key]
      return draft === undefined
        ? stored?.get(key)?.isDefault === true
        : draft.value === null || draft.value === draft.from.default
    },
    set: (key, value) => {
      const from = drafts[key]?.from ?? stored?.get(key)
      if (from === undefined) return
      const asItWas = value === from.value || (value === null && from.isDefault)
      setLockQuestion(null)
      setDrafts(({ [key]: _gone, ...others }) => (asItWas ? others : { ...others, [key]: { value, from } }))
      setProblems(({ [key]: _mended, ...others }) => others)
    },
    check: (key) => setProblems((before) => ({ ...before, ...pick(key, problemOf(key, drafts[key])) })),
    settle: (whose) => {
      const settled = Object.fromEntries(
        entriesOf(drafts).flatMap(([key, draft]) => {
          const now = theirs[key]
          return now === undefined ? [[key, draft]] : whose === 'mine' ? [[key, { ...draft, from: now }]] : []
        }),
      ) as Drafts
      setTheirs({})
      setDrafts(settled)
      if (whose === 'mine') void send(settled)
    },
    undo: () => {
      setDrafts({})
      setProblems({})
      setTheirs({})
      setFailure(null)
      setLockQuestion(null)
    },
    save: () => send(drafts),
  }
}

/** Removes spaces around a line; a number box passes "8.50" as text while its last digit is a zero. */
function tidy(key: SettingKey, value: unknown): unknown {
  const { kind } = SETTINGS[key]
  if (typeof value !== 'string' || SEVERAL_LINES.has(kind)) return value
  const line = value.trim()
  return (kind === 'money' || kind === 'whole') && line !== '' && Number.isFinite(Number(line)) ? Number(line) : line
}
const SEVERAL_LINES: ReadonlySet<string> = new Set(['lines', 'mailText'])

const entriesOf = <Value>(all: Partial<Record<SettingKey, Value>>) => Object.entries(all) as [SettingKey, Value][]
const pick = (key: SettingKey, problem: string | undefined) => (problem === undefined ? {} : { [key]: problem })

/**
 * The order in which the server accepts every step: of two reminders the later first when it moves further away; a
 * notice's last day before its text, or after it when both are removed.
 */
function inOrder(entries: [SettingKey, Draft][]): [SettingKey, Draft][] {
  const grows = ([key, { value, from }]: [SettingKey, Draft]) =>
    (key === 'remind.secondDays' && Number(value ?? from.default) > Number(from.value)) ||
    (key === 'notice.until' ? value !== '' : key === 'notice.text' && value === '')
  return [...entries.filter(grows), ...entries.filter((entry) => !grows(entry))]
}
