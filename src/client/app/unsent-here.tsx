import { type ReactNode, useEffect, useState } from 'react'
import { UnsentNote } from '#client/features/session/unsent-note.tsx'
import { exportUnsentOf, type UnsentHere as Unsent, unsentHere } from '#client/offline/unsent-here.ts'
import { browserPorts } from './browser-ports.ts'
import { saveFile } from './save-file.ts'

/** On the login page: the unsent work of this phone's drivers, to be exported where signing in is impossible. */
export default function UnsentHere(): ReactNode {
  const [found, setFound] = useState<readonly Unsent[]>([])
  useEffect(() => {
    let gone = false
    // A phone whose database can't be opened has nothing to offer; signing in goes on.
    const look = async () => ((await wasADriversPhone()) ? unsentHere(browserPorts) : [])
    void look().then((all) => gone || setFound(all), () => undefined)
    return () => {
      gone = true
    }
  }, [])
  return found.map(({ userID, fullName, events, photos }) => (
    <UnsentNote
      key={userID}
      fullName={fullName}
      events={events}
      photos={photos}
      onExport={async () => {
        const { fileName, text } = await exportUnsentOf(browserPorts, userID)
        return saveFile(fileName, text)
      }}
    />
  ))
}

/** The office's desk gets no database for having looked. Where the browser can't tell, it is looked for. */
async function wasADriversPhone(): Promise<boolean> {
  const known = await indexedDB.databases?.()
  return known === undefined || known.some(({ name }) => name === 'rr-device')
}
