import { useEffect, useState } from 'react'
import { getConfig } from '#contract/v1/session.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { titleFirm } from '#client/ui/core/page-title.ts'
import { appWords } from './app-words.ts'
import { knownFirm, rememberFirm } from './firm-memory.ts'
import { screenCall } from './sign-in.ts'

export function useFirm(): Firm {
  const [firm, setFirm] = useState<Firm>(() => ({
    name: appWords.name,
    logoUrl: null,
    ...knownFirm(),
    setUpNeeded: null,
  }))
  useEffect(() => {
    let gone = false
    void screenCall(getConfig, {}).then((answer) => {
      if (answer.kind !== 'ok') return
      const { businessName, logoUrl, setUpNeeded, allowRegister, notice, phone } = answer.value
      const heard = { name: businessName || appWords.name, logoUrl }
      rememberFirm(heard)
      if (!gone) setFirm({ ...heard, setUpNeeded, allowRegister, notice: notice?.text ?? null, phone })
    })
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => titleFirm(firm.name), [firm.name])
  return firm
}
