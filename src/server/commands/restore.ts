import { restore as carryOut } from '../backups/restore.ts'
import { readConfig } from '../config.ts'
import { jsonLog } from '../log.ts'
import { photosIn } from './backup.ts'
import { storeOf } from './by-ourselves.ts'
import { type Command, complain, say } from './command.ts'

export const restore: Command = {
  does: 'Replaces the data by a backup; stop the server first. BACKUP is its folder, or its name under BACKUP_DIR. Exits with 1 when nothing was restored, or when a photo is complete nowhere.',
  options: { force: { says: 'also where there is data, which is moved aside' } },
  names: 'BACKUP',
  run: async (typed) => {
    const [name, ...more] = typed.names
    if (name === undefined || more.length > 0)
      throw new Error('Name one backup: npm run restore -- <its folder, or its name under BACKUP_DIR> [--force]')
    // A server on PostgreSQL requires SECRET_KEY, so this command does too, with the same sentence.
    const config = readConfig(process.env)
    const { manifest, sha256, aside, photosPut, photosMissing, photosDamaged, dataEpoch } = await carryOut({
      config,
      storage: storeOf(config),
      log: jsonLog('error'),
      backup: name,
      force: typed.isSet('force'),
      now: new Date(),
    })
    say(`Restored: ${name}, as the business stood at ${manifest.startedAt}`)
    for (const { name: table, rows, sha256: sum } of manifest.tables)
      if (rows > 0) say(`  ${table.padEnd(18)} ${String(rows).padStart(8)} rows  equal  ${sum.slice(0, 16)}`)
    say(`  SHA-256 of its SHA256SUMS: ${sha256}`)
    say(
      photosPut === null
        ? '  Its photos lie on S3, where they were left.'
        : `  ${photosIn(manifest.photos.count)}; ${photosPut} had to be put back, of these and younger ones`,
    )
    for (const key of photosDamaged)
      say(`  damaged in this backup${photosMissing.includes(key) ? '' : ', found whole elsewhere'}: ${key}`)
    if (aside !== null) say(`What was there before is kept: ${aside}`)
    say(
      `New data epoch ${dataEpoch}: at their next contact phones send what they recorded in the last 14 days again; what is here already is not counted twice.`,
    )
    say('Do again by hand what the office did since, above all: phones revoked, people blocked, passwords changed.')
    if (photosMissing.length === 0) return
    for (const key of photosMissing) say(`  nowhere: ${key}`)
    complain(
      `Everything was restored but ${photosIn(photosMissing.length)}: ${photosMissing.length === 1 ? 'it is' : 'they are'} whole neither in the photo store nor in any backup of BACKUP_DIR. Phones keep what they still hold.`,
    )
  },
}
