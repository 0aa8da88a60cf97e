import { systemClock } from '../adapters/clock/system-clock.ts'
import { readConfig } from '../config.ts'
import { makePasswordLink } from '../password-link.ts'
import { carriedOut, withDatabase } from './by-ourselves.ts'
import { type Command, say } from './command.ts'

export const passwordLink: Command = {
  does: 'Prints a link to choose a new password for the account with this email: for an admin who has forgotten theirs where no mail server is set.',
  options: { email: { value: 'ADDRESS', says: 'whose account it opens' } },
  run: async (typed) => {
    const email = typed.valueOf('email')
    if (email === undefined)
      throw new Error('Name the email of one account: npm run password-link -- --email <address>')
    const config = readConfig(process.env)
    const link = await carriedOut(config, { order: 'password-link', email }, () =>
      withDatabase(config, { without: 'Nobody has an account' }, (database) =>
        makePasswordLink({ database, clock: systemClock, config }, email),
      ),
    )
    say(link)
    say('Open it within an hour. It works once, and ends every session of this account.')
  },
}
