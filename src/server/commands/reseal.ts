import { readConfig } from '../config.ts'
import { readOrCreateSecretKey } from '../installation.ts'
import { reseal as carryOut } from '../sealed-values.ts'
import { secretsOf } from '../secrets.ts'
import { carriedOut, withDatabase } from './by-ourselves.ts'
import { type Command, say } from './command.ts'

export const reseal: Command = {
  does: 'Seals anew, with SECRET_KEY, every stored value that a key of OLD_SECRET_KEYS sealed, whether servers run or not. Afterwards the old key may be removed.',
  options: {},
  run: async () => {
    const config = readConfig(process.env)
    const many = await carriedOut(config, { order: 'reseal' }, () =>
      withDatabase(config, { without: 'Nothing is sealed', migrated: true }, ({ db }) => {
        const key = config.secretKey ?? readOrCreateSecretKey(config.dataDir)
        return carryOut(db, secretsOf(key, config.oldSecretKeys))
      }),
    )
    say(many === 1 ? '1 value was sealed anew.' : `${many} values were sealed anew.`)
    say('Without the old key end: links and calendar addresses in mails sent before, and recovery codes made before.')
  },
}
