import { deviceStorage } from '#client/api/browser-storage.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { LostNote, UnsentNote } from '#client/features/session/unsent-note.tsx'
import { COUNTS_KEY_PREFIX } from '#client/offline/store/device-database.ts'
import { exportUnsentOf, lostHere, type UnsentHere as Unsent, unsentHere } from '#client/offline/unsent.ts'
import { browserPorts } from './browser-ports.ts'
import { saveFile } from './save-file.ts'

interface UnsentHereProps {
  /** The driver who is signed in, whose own work the page shows itself. */
  except?: string
  onFound?: (any: boolean) => void
}

/**
 * The unsent work of this phone's drivers, on the login page and to another driver, to be exported where signing in is
 * impossible.
 */
export default function UnsentHere({ except, onFound }: UnsentHereProps): ReactNode {
  const [found, setFound] = useState<readonly Unsent[]>([])
  const [lost, setLost] = useState(0)
  useEffect(() => {
    let gone = false
    // Without a database there is nothing to export, and signing in still works.
    const look = async () => {
      // No database must be created on an office computer. Where the browser can't list its databases, they are opened.
      const here = { written: driversWritten().filter((userID) => userID !== except), databases: await databasesHere() }
      const count = await lostHere(browserPorts, here)
      if (!gone) setLost(count)
      const all = await unsentHere(browserPorts, here, except)
      if (gone) return
      setFound(all)
      onFound?.(count > 0 || all.length > 0)
    }
    look().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [except, onFound])
  return (
    <>
      {lost > 0 ? <LostNote count={lost} /> : null}
      {found.map(({ userID, fullName, unsent, attention, hasNothingToSend, lostPhotos }) => (
        <UnsentNote
          key={userID}
          fullName={fullName}
          unsent={unsent}
          attention={attention}
          hasNothingToSend={hasNothingToSend}
          lostPhotos={lostPhotos}
          onExport={async () => {
            const { fileName, text } = await exportUnsentOf(browserPorts, userID)
            return (await saveFile(fileName, text)) !== null
          }}
        />
      ))}
    </>
  )
}

/** The browser's databases; undefined where it can't list them. */
async function databasesHere(): Promise<string[] | undefined> {
  return (await indexedDB.databases?.())?.map(({ name = '' }) => name)
}

/** The drivers of this phone as stored outside the databases. */
function driversWritten(): string[] {
  return deviceStorage
    .keys()
    .flatMap((key) => (key.startsWith(COUNTS_KEY_PREFIX) ? [key.slice(COUNTS_KEY_PREFIX.length)] : []))
}
