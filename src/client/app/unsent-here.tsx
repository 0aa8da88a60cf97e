import { type ReactNode, useEffect, useState } from 'react'
import { UnsentNote } from '#client/features/session/unsent-note.tsx'
import { LostNote } from '#client/features/session/lost-note.tsx'
import { KEPT } from '#client/offline/kept-outside.ts'
import { exportUnsentOf, lostHere, type UnsentHere as Unsent, unsentHere } from '#client/offline/unsent-here.ts'
import { browserPorts } from './browser-ports.ts'
import { saveFile } from './save-file.ts'

/** On the login page: the unsent work of this phone's drivers, to be exported where signing in is impossible. */
export default function UnsentHere(): ReactNode {
  const [found, setFound] = useState<readonly Unsent[]>([])
  const [lost, setLost] = useState(0)
  useEffect(() => {
    let gone = false
    // A phone whose database can't be opened has nothing to offer; signing in goes on.
    const look = async () => {
      const names = await databasesHere()
      // Before anything is opened, which makes it.
      const count = await lostHere(browserPorts, driversWritten(), names)
      if (!gone) setLost(count)
      // The office's desk gets no database for having looked. Where the browser can't tell, it is looked for.
      const all = names?.includes('rr-device') === false ? [] : await unsentHere(browserPorts)
      if (!gone) setFound(all)
    }
    look().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  return (
    <>
      {lost > 0 ? <LostNote count={lost} /> : null}
      {found.map(({ userID, fullName, events, photos, attention }) => (
        <UnsentNote
          key={userID}
          fullName={fullName}
          events={events}
          photos={photos}
          attention={attention}
          onExport={async () => {
            const { fileName, text } = await exportUnsentOf(browserPorts, userID)
            return (await saveFile(fileName, text)) !== null
          }}
        />
      ))}
    </>
  )
}

/** Undefined: the browser can't tell. */
async function databasesHere(): Promise<string[] | undefined> {
  return (await indexedDB.databases?.())?.map(({ name = '' }) => name)
}

/** Whose phone this was, as it is written outside the databases. */
function driversWritten(): string[] {
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(KEPT) ? [key.slice(KEPT.length)] : []))
}
