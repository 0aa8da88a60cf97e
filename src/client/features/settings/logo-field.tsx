import { useRef, useState } from 'react'
import { Button, Card, Center, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { putLogo } from '#contract/v1/photos.ts'
import { LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { PHOTO_FAULTS } from '#domain/photo-check.ts'
import { PHOTO_TYPES, photoType } from '#domain/photo-file.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'
import { refusals } from '#domain/refusals.ts'
import { useOffice } from '#client/shells/office.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'

/** Stores the logo as soon as it is chosen, because it is a file, separate from the form below. */
export function LogoField() {
  const { profile, refreshProfile } = useOffice()
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const { logoUrl } = profile.business
  // Lets the same file be chosen again after it was corrected.
  const forget = useRef<() => void>(null)

  async function send(file: Blob, done: string): Promise<void> {
    setBusy(true)
    setProblem(null)
    const answer = await command(putLogo, {}, { body: file, done, quiet: () => true })
    if (answer.kind === 'ok') await refreshProfile?.()
    else if (answer.kind === 'refused') setProblem(answer.problem.message)
    setBusy(false)
    setRemoving(false)
  }

  /** Removes metadata, such as place and camera, because the logo is public. */
  async function choose(file: File | null): Promise<void> {
    if (file === null) return
    forget.current?.()
    if (file.size > MAX_UPLOAD_BYTES) return setProblem(refusals.logo_too_large.message)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const type = photoType(bytes)
    if (type === null) return setProblem(refusals.not_a_photo.message)
    const logo = withoutMetadata(bytes)
    if (logo === null) return setProblem(PHOTO_FAULTS.photo_incomplete)
    if (logo.length > LOGO_MAX_BYTES) return setProblem(refusals.logo_too_large.message)
    await send(new Blob([logo], { type }), t('Logo saved'))
  }

  return (
    <Card component="section" aria-labelledby="logo">
      <Title id="logo" order={2} size="h4">
        {t('Logo')}
      </Title>
      <Group gap="md">
        {logoUrl === null ? (
          <Center w={132} h={96} bd="1px dashed var(--br-edge)" bdrs={12} c="dimmed" ta="center">
            {t('No logo yet')}
          </Center>
        ) : (
          <Paper
            component="img"
            src={logoUrl}
            alt={t('Current logo')}
            withBorder
            w={132}
            h={96}
            p="xs"
            bg="#fff"
            style={{ objectFit: 'contain' }}
          />
        )}
        <Stack gap="xs" flex="1 1 16rem">
          <Text c="dimmed" fz="sm">
            {t('A jpg or png up to 200 kB. Shown in the menu, on the sign-in page and on invoices.')}
          </Text>
          {problem === null ? null : (
            <div role="alert">
              <Note tone="bad">{problem}</Note>
            </div>
          )}
          <Group>
            <FileButton
              resetRef={forget}
              accept={PHOTO_TYPES.join(',')}
              onChange={(file) => void choose(file)}
              inputProps={{ 'aria-label': t('Choose image'), tabIndex: -1 }}
            >
              {(props) => (
                <Button {...props} variant="default" loading={busy && !removing}>
                  {logoUrl === null ? t('Choose image') : t('Choose another image')}
                </Button>
              )}
            </FileButton>
            {logoUrl === null ? null : (
              <Button variant="default" onClick={() => setRemoving(true)}>
                {t('Remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
      <ConfirmAction
        opened={removing}
        question={t('Remove the logo?')}
        confirm={t('Remove')}
        danger
        busy={busy}
        onCancel={() => setRemoving(false)}
        onConfirm={() => void send(new Blob([]), t('Logo removed'))}
      >
        <p>{t('Only the business name is shown then.')}</p>
      </ConfirmAction>
    </Card>
  )
}
