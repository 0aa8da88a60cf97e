import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openOffice } from '../office.ts'
import { aPhone, aPicture } from '../phone.ts'
import { ours } from '../simulation/network.ts'
import { seeded } from '../simulation/seeded.ts'
import { openBusiness } from '../simulation/business.ts'
import { FROZEN, freezeDisk, type FrozenPhone } from './frozen-phone.ts'

/**
 * Runs half a day on a phone of this build and writes the contents of its disk when the app is killed: records of every
 * kind and in every state, two records and a photo in mid-send. @returns the file; throws when it exists already
 */
export async function freezePhone(appBuild: string): Promise<string> {
  const office = await openOffice('embedded')
  try {
    const { driver, stops, runOrderID } = await (await openBusiness(office)).newRound()
    const phone = await aPhone(office, driver, { appBuild, seed: 20_261_120 })
    const dice = seeded(20_261_120)
    const [first, second, third, fourth, fifth] = stops
    if (!first || !second || !third || !fourth || !fifth) throw new Error('A round has five stops.')

    // Acknowledged, with a photo.
    await phone.finish(first, 2, { extraAmount: 12.5, notes: 'Behind the shed' })
    await phone.photograph(first, aPicture(dice, 900))
    await phone.settles()
    // Refused as too large.
    phone.network.stranger = (url) =>
      url.includes('/signed-url') ? ours(413, 'file_too_large', undefined, 'Max file size: 20 MB') : null
    const refused = await phone.photograph(fifth, aPicture(dice, 700))
    await phone.passes(5000)
    if ((await phone.event(refused.eventID))?.state !== 'needs-attention')
      throw new Error('The photo was to be refused.')
    // In mid-send when the app was killed: a photo, and at the next start two records.
    phone.network.stranger = () => null
    phone.network.fate = (url) => (url.includes('/files/') ? 'hang' : 'none')
    await phone.photograph(second, aPicture(dice, 1200))
    await phone.passes(3000)
    await phone.couldNot(second, 'NO_ACCESS')
    await phone.finish(third, 1)
    phone.network.fate = () => 'hang'
    await phone.restart()
    await phone.passes(3000)
    const inMidSend = (await phone.events()).filter((event) => event.state === 'sending').map((event) => event.type)
    if (String(inMidSend) !== 'photo,not-collected,done') throw new Error(`In mid-send: ${String(inMidSend)}.`)
    // Recorded after that.
    const undone = await phone.bagMT(fourth)
    await phone.undo(undone)
    await phone.note(fourth, 'Gate code 1234')
    await phone.photograph(fourth, aPicture(dice, 1100))
    await phone.finish(fifth, 3)
    phone.kill()

    const frozen: FrozenPhone = {
      appBuild,
      at: phone.now().toISOString(),
      driverID: driver.userID,
      runOrderID,
      assignmentIDs: stops.map((stop) => stop.assignmentID),
      databases: await freezeDisk(phone.disk),
    }
    const file = path.join(FROZEN, `${appBuild.replace(/[^\w.-]/g, '-')}.json`)
    mkdirSync(FROZEN, { recursive: true })
    writeFileSync(file, `${JSON.stringify(frozen, null, 1)}\n`, { flag: 'wx' })
    return file
  } finally {
    await office.close()
  }
}
