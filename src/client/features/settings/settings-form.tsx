import type { FormEvent, ReactNode } from 'react'
import { Alert, Button, Flex, Skeleton, Stack, Text } from '@mantine/core'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { Conflict } from '#client/shells/conflict.tsx'
import { NotYours, useMayChange } from '#client/shells/role.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { labelOf, valueInWords } from './setting-words.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'

export function SettingsForm({
  label,
  drafts,
  wide = false,
  children,
}: {
  label: string
  drafts: SettingDrafts
  wide?: boolean
  children: ReactNode
}) {
  const { kept, changed, conflicts, busy, failure, lockQuestion } = drafts
  const guard = useUnsavedGuard(changed.length > 0 && !busy)
  const mayChange = useMayChange()
  const notice = <StaleNotice error={drafts.error} onRetry={drafts.askAgain} />
  if (kept === undefined) return drafts.error === null ? <Loading label={t('Loading')} /> : notice
  const onSubmit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault()
    const place = event.currentTarget
    if (busy || changed.length === 0) return
    // The fields are marked at the next render.
    void drafts
      .save()
      .then(() => requestAnimationFrame(() => place.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()))
  }
  const inWords = (side: 'mine' | 'before' | 'theirs') =>
    Object.fromEntries(conflicts.map((one) => [one.key, valueInWords(one.key, one[side])]))
  return (
    <Flex
      component="form"
      direction="column"
      gap="md"
      {...(!wide && { maw: '64rem' })}
      onSubmit={onSubmit}
      noValidate
      aria-label={label}
    >
      {notice}
      {mayChange ? null : <NotYours />}
      {failure === null ? null : <Alert role="alert" color="red" title={failure} />}
      {lockQuestion === null ? null : (
        <Alert color="yellow" role="alert" title={lockQuestion}>
          <Button variant="default" disabled={busy} onClick={drafts.lockAhead}>
            {t('Close them anyway')}
          </Button>
        </Alert>
      )}
      {conflicts.length === 0 ? null : (
        <Conflict
          mine={inWords('mine')}
          before={inWords('before')}
          theirs={inWords('theirs')}
          labels={Object.fromEntries(conflicts.map(({ key }) => [key, labelOf(key)]))}
          busy={busy}
          onMine={() => drafts.settle('mine')}
          onTheirs={() => drafts.settle('theirs')}
        />
      )}
      {children}
      {changed.length === 0 ? null : (
        <ActsBar on="page">
          <Text role="status" span flex="1 1 12rem" fw={600}>
            {plural(changed.length, '{{count}} unsaved change', '{{count}} unsaved changes')}
          </Text>
          <Button variant="default" onClick={drafts.undo} disabled={busy}>
            {t('Undo changes')}
          </Button>
          <Button type="submit" loading={busy} disabled={!mayChange}>
            {t('Save')}
          </Button>
        </ActsBar>
      )}
      {guard.question}
    </Flex>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <Stack gap="md" role="status" aria-label={label}>
      {[180, 140].map((height) => (
        <Skeleton key={height} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
