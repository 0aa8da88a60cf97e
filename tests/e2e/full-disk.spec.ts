import { expect, test } from '@playwright/test'
import { isHonest, runFullDisks } from '../faults/full-disk.ts'
import { ALL } from '../support/browser/extent.ts'

test('On a full disk every tap is saved, also after a reload, and after a kill or a normal close each is at the office once', async () => {
  test.setTimeout(600_000)
  const killed = {
    isGranted: true,
    hasJournal: true,
    ended: 'killed',
    signal: false,
    reload: false,
    signOut: false,
  } as const
  const runs = await runFullDisks({
    trials: [
      { ...killed, megabytes: 120 },
      ...(ALL
        ? [
            { ...killed, megabytes: 250, ended: 'closed' as const },
            { ...killed, megabytes: 300, signal: true, reload: true },
          ]
        : []),
    ],
  })
  if (runs === null) return test.skip(true, 'Only root on Linux can mount a disk of a given size.')
  for (const run of runs) expect(run, JSON.stringify(run)).toMatchObject({ refused: 0, lost: [], doubled: [] })
  expect(runs.map(isHonest)).toEqual(runs.map(() => true))
  expect(runs.map(({ saved }) => saved >= 6)).toEqual(runs.map(() => true))
})
