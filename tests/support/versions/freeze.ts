import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openOffice } from '../office.ts'
import { aDevice, aPicture } from '../device.ts'
import { ours } from '../simulation/network.ts'
import { seeded } from '#domain/seeded.ts'
import { openBusiness } from '../simulation/business.ts'
import { FROZEN, freezeDisk, type FrozenDevice } from './frozen-device.ts'

/**
 * Runs half a day on a phone of this build and writes the contents of its disk when the app is killed: records of every
 * kind and in every state, two records and a photo in mid-send. @returns the file; throws when it exists already
 */
export async function freezeDevice(appBuild: string): Promise<string> {
  const office = await openOffice('embedded')
  try {
    const { driver, stops, runOrderID } = await (await openBusiness(office)).newRound()
    const device = await aDevice(office, driver, { appBuild, seed: 20_261_120 })
    const dice = seeded(20_261_120)
    const [first, second, third, fourth, fifth] = stops
    if (!first || !second || !third || !fourth || !fifth) throw new Error('A round has five stops.')

    // Acknowledged, with a photo.
    await device.finish(first, 2, { extraAmount: 12.5, notes: 'Behind the shed' })
    await device.photograph(first, aPicture(dice, 900))
    await device.settles()
    // Refused as too large.
    device.network.stranger = (url) =>
      url.includes('/signed-url') ? ours(413, 'file_too_large', undefined, 'Max file size: 20 MB') : null
    const refused = await device.photograph(fifth, aPicture(dice, 700))
    await device.passes(5000)
    if ((await device.event(refused.eventID))?.state !== 'needs-attention')
      throw new Error('The photo was to be refused.')
    // In mid-send when the app was killed: a photo, and at the next start two records.
    device.network.stranger = () => null
    device.network.fate = (url) => (url.includes('/files/') ? 'hang' : 'none')
    await device.photograph(second, aPicture(dice, 1200))
    await device.passes(3000)
    await device.couldNot(second, 'NO_ACCESS')
    await device.finish(third, 1)
    device.network.fate = () => 'hang'
    await device.restart()
    await device.passes(3000)
    const inMidSend = (await device.events()).filter(({ eventID }) => device.device.inFlight.has(eventID))
    const types = inMidSend.map(({ type }) => type).join()
    if (types !== 'not-collected,done') throw new Error(`In mid-send: ${types}.`)
    // Recorded after that.
    const undone = await device.bagMT(fourth)
    await device.undo(undone)
    await device.note(fourth, 'Gate code 1234')
    await device.photograph(fourth, aPicture(dice, 1100))
    await device.finish(fifth, 3)
    device.kill()

    const frozen: FrozenDevice = {
      appBuild,
      at: device.now().toISOString(),
      driverID: driver.userID,
      runOrderID,
      assignmentIDs: stops.map((stop) => stop.assignmentID),
      databases: await freezeDisk(device.disk),
    }
    const file = path.join(FROZEN, `${appBuild.replace(/[^\w.-]/g, '-')}.json`)
    mkdirSync(FROZEN, { recursive: true })
    // The office of the tests gives the same identifiers to its own users.
    const text = JSON.stringify(frozen, null, 1).replaceAll('-8000-', '-8fff-')
    writeFileSync(file, `${text}\n`, { flag: 'wx' })
    return file
  } finally {
    await office.close()
  }
}
