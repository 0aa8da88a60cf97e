import { useEffect, useEffectEvent, useState } from 'react'
import { showWeekOf } from '#domain/dates.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { Button } from '#client/ui/core/button.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { Bullets, Card, FactList, Soft, Stack } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { PublicSuburb, RegisterCalls } from './register-calls.ts'
import styles from './register.module.css'

/** The server is asked after a pause of this length in typing, ms. */
const PAUSE_MS = 300

interface SuburbSearchProps {
  search: RegisterCalls['suburbs']
  chosen: PublicSuburb | undefined
  /** The collection scheme of the chosen service: a fortnightly customer has other weeks than the suburb's. */
  cycle: string
  onChoose: (suburb: PublicSuburb | undefined) => void
  /** Typed in advance, from the page's address; a single hit is chosen at once. */
  keyword: string
  /** Typed before the page was left. */
  typedBefore: string
  error: string | undefined
  onNotListed: () => void
}

export function SuburbSearch({
  search,
  chosen,
  cycle,
  onChoose,
  keyword,
  typedBefore,
  error,
  onNotListed,
}: SuburbSearchProps) {
  const [typed, setTyped] = useState(typedBefore || keyword)
  const [heard, setHeard] = useState<{ searched: string; items: readonly PublicSuburb[] } | null>(null)
  const searched = typed.trim()
  const found = heard?.searched === searched ? heard.items : null
  const take = useEffectEvent((answered: string, items: readonly PublicSuburb[]) => {
    const [only] = items
    if (only !== undefined && items.length === 1 && answered === keyword.trim()) onChoose(only)
    else setHeard({ searched: answered, items })
  })
  useEffect(() => {
    if (chosen !== undefined || searched.length < KEYWORD_MIN) return
    let gone = false
    const later = setTimeout(async () => {
      const answer = await search(searched)
      if (!gone && answer.kind === 'ok') take(searched, answer.value.items)
    }, PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [searched, chosen, search])

  const change = () => {
    // The keyword of the page's address would be searched, and its single hit chosen, once more.
    setTyped('')
    onChoose(undefined)
  }
  if (chosen !== undefined) return <Chosen suburb={chosen} cycle={cycle} onChange={change} />
  const isSearching = searched.length >= KEYWORD_MIN && found === null
  return (
    <Stack>
      <TextField
        label={t('Suburb')}
        description={t('Type your suburb or postcode.')}
        name="suburbID"
        autoComplete="off"
        required
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error}
      />
      <Soft role="status">
        {isSearching ? t('Searching') : null}
        {found === null
          ? null
          : found.length === 0
            ? t('We don’t know this suburb yet.')
            : plural(found.length, '{{count}} suburb found', '{{count}} suburbs found')}
      </Soft>
      {found === null || found.length === 0 ? null : (
        <Stack as="ul" gap="small">
          {found.map((one) => (
            <Stack as="li" key={one.suburbID}>
              <Button variant="default" onClick={() => onChoose(one)}>
                {nameOf(one)}
              </Button>
            </Stack>
          ))}
        </Stack>
      )}
      <Button variant="subtle" compact onClick={onNotListed}>
        {t('My suburb isn’t listed')}
      </Button>
    </Stack>
  )
}

const nameOf = ({ label, state, postcode }: PublicSuburb) => `${label} ${state} ${postcode}`

function Chosen({ suburb, cycle, onChange }: { suburb: PublicSuburb; cycle: string; onChange: () => void }) {
  const weeks = cycle === 'FORTNIGHTLY' ? (suburb.nextFortnights ?? []) : suburb.nextWeeks
  return (
    <Card aria-label={t('Suburb')} className={styles.chosen}>
      <FactList
        beside
        facts={[
          [t('Suburb'), suburb.label],
          [t('State'), suburb.state],
          [t('Postcode'), suburb.postcode],
        ]}
      />
      {weeks.length === 0 ? (
        <p>{t('We’ll tell you the weeks.')}</p>
      ) : (
        <>
          <p>{t('Our next weeks there:')}</p>
          <Bullets>
            {weeks.map(({ from }) => (
              <li key={from}>{showWeekOf(from)}</li>
            ))}
          </Bullets>
        </>
      )}
      <input type="hidden" name="suburbID" value={suburb.suburbID} />
      <Button variant="default" compact data-field="suburbID" onClick={onChange}>
        {t('Change suburb')}
      </Button>
    </Card>
  )
}
