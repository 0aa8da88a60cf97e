import type { TextBreak } from './break.ts'

const RECORD = 'src/server/features/runs/recording'

export const SERVER: readonly TextBreak[] = [
  // Mistakes in the server's code.
  {
    name: 'events are stored outside the transaction',
    file: `${RECORD}/record-commands.ts`,
    text: `await storePhotos(tx, batch, kept)`,
    becomes: `await tx.execute('commit')\n  await tx.execute('begin')\n  await storePhotos(tx, batch, kept)`,
  },
  {
    name: 'the office compares no further than the phone reports',
    file: `${RECORD}/device-commands.ts`,
    text: `return isLate ? highestSeq : Math.max(highestSeq, last.highestSeq)`,
    becomes: `return isLate ? highestSeq : Math.max(highestSeq, 0)`,
  },
  {
    name: 'a revoked phone is sent the week',
    file: `${RECORD}/record-routes.ts`,
    text: `if (revoked) return { run: null }\n`,
    becomes: ``,
  },
]
