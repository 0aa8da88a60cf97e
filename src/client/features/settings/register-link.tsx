import { useState } from 'react'
import { Box, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useOffice } from '#client/shells/office.tsx'
import { offeredPackageSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { drawQr, QrCode } from '#client/shells/qr-code.tsx'
import { t } from '#client/ui/core/texts.ts'

/** Prints 25 modules at about 4 cm. */
const MODULE_PX = 12

export function RegisterLink() {
  const { allowRegister } = useOffice().profile.config
  const [productID, setProductID] = useState('')
  const [postcode, setPostcode] = useState('')
  const [copied, setCopied] = useState(false)
  const url = addressOf(productID, postcode)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <Card component="section" aria-labelledby="register-link">
      <Title id="register-link" order={2} size="h4">
        {t('Link and QR code')}
      </Title>
      {allowRegister ? null : (
        <Note tone="warn">{t('Registration is switched off on the server (ALLOW_REGISTER).')}</Note>
      )}
      <Group gap="md">
        <Box w="min(13rem, 100%)">
          <QrCode text={url} label={t('QR code of the registration page')} />
        </Box>
        <Stack gap="xs" flex="1 1 16rem">
          <RemotePick
            label={t('Chosen service')}
            source={offeredPackageSource}
            value={productID}
            onChange={(id) => setProductID(id ?? '')}
          />
          <TextInput
            label={t('Postcode')}
            inputMode="numeric"
            maxLength={4}
            value={postcode}
            onChange={({ currentTarget }) => setPostcode(currentTarget.value.replaceAll(/\D/g, ''))}
          />
          <TextInput label={t('Address')} readOnly value={url} onFocus={({ target }) => target.select()} />
          <Text c="dimmed" fz="sm">
            {t(
              'For a button on your web site, and printed as a QR code. Service and postcode can be chosen in advance.',
            )}
          </Text>
          <Group gap="md">
            <Button variant="default" onClick={() => void copy()}>
              {t(copied ? 'Copied' : 'Copy address')}
            </Button>
            <Button variant="default" onClick={() => saveQr(url)}>
              {t('Download QR code')}
            </Button>
          </Group>
        </Stack>
      </Group>
    </Card>
  )
}

function addressOf(productID: string, postcode: string): string {
  const query = new URLSearchParams({ ...(productID && { package: productID }), ...(postcode && { postcode }) })
  return `${window.location.origin}/register${query.size > 0 ? `?${query}` : ''}`
}

/** Saves the code as an SVG, which prints sharply at every size. */
function saveQr(url: string): void {
  const { size, path } = drawQr(url)
  const side = size * MODULE_PX
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'register-qr.svg'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
