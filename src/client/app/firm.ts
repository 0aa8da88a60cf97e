import { useEffect, useState } from 'react'
import { getConfig } from '#contract/v1/session.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { appWords } from './app-words.ts'
import { screenCall } from './sign-in.ts'

const KEY = 'rr-firm'
const UNKNOWN: Firm = { name: appWords.name, logoUrl: null, setUpNeeded: false }

/** The business this app belongs to: as last heard, then as the server says now. */
export function useFirm(): Firm {
  const [firm, setFirm] = useState<Firm>(lastHeard)
  useEffect(() => {
    let gone = false
    void screenCall(getConfig, {}).then((answer) => {
      if (answer.kind !== 'ok') return
      const { businessName, logoUrl, setUpNeeded } = answer.value
      const heard: Firm = { name: businessName || appWords.name, logoUrl, setUpNeeded }
      localStorage.setItem(KEY, JSON.stringify({ ...heard, setUpNeeded: false }))
      if (!gone) setFirm(heard)
    })
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    document.title = firm.name
  }, [firm.name])
  return firm
}

function lastHeard(): Firm {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Firm | null) ?? UNKNOWN
  } catch {
    return UNKNOWN
  }
}
