import { useEffect, useState } from 'react'
import { getConfig } from '#contract/v1/session.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { titleFirm } from '#client/ui/core/page-title.ts'
import { t } from '#client/ui/core/texts.ts'
import { knownFirm, rememberFirm } from './firm-memory.ts'
import { screenCall } from './sign-in.ts'

export function useFirm(): Firm {
  const [firm, setFirm] = useState<Firm>(() => ({
    name: t('Bagrun'),
    logoUrl: null,
    ...knownFirm(),
    setUpNeeded: null,
  }))
  useEffect(() => {
    let gone = false
    void screenCall(getConfig, {}).then((answer) => {
      if (answer.kind !== 'ok') return
      const { businessName, logoUrl, setUpNeeded, allowRegister, notice, phone, sendsMail, signInProvider } =
        answer.value
      const heard = { name: businessName || t('Bagrun'), logoUrl }
      rememberFirm(heard)
      if (!gone)
        setFirm({
          ...heard,
          setUpNeeded,
          allowRegister,
          notice: notice?.text ?? null,
          phone,
          sendsMail,
          signInProvider,
        })
    })
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => titleFirm(firm.name), [firm.name])
  return firm
}
