import { expect, test } from '@playwright/test'
import { runFullDisks } from '../faults/full-disk.ts'
import { ALL } from '../support/browser/extent.ts'

test('On a full disk every tap is saved, also after a reload, and after a kill or a normal close each is at the office once', async () => {
  test.setTimeout(600_000)
  // The first app is killed, the second closed; the third has signal while the disk is full, and its page is loaded again.
  const runs = await runFullDisks({ runs: ALL ? 3 : 1, from: 200, to: 300 })
  if (runs === null) return test.skip(true, 'Only root on Linux can mount a disk of a given size.')
  // After the reload Chromium may open the database only once there is room.
  const all = runs[2]?.reloaded === 'stops' ? 9 : 6
  expect(
    runs.map(({ saved, refused, lost, doubled, sentMeanwhile }) => [saved, refused, lost, doubled, sentMeanwhile]),
  ).toEqual(
    [
      [6, 0, [], [], 0],
      [6, 0, [], [], 0],
      [all, 0, [], [], all + 3],
    ].slice(0, ALL ? 3 : 1),
  )
})
