// A mail server in a process of its own: takes everything, and says on its output where it listens and what came.
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, _session, done) => {
    let bytes = 0
    stream.on('data', (chunk) => (bytes += chunk.length))
    stream.on('end', () => {
      process.stdout.write(`mail ${bytes}\n`)
      done()
    })
  },
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${server.server.address().port}\n`))
process.stdin.resume().on('end', () => process.exit())
