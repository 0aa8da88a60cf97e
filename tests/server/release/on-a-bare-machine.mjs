// node <this> <folder of the release> <folder it may write to> <the port in its .env> <folder of G-NAF>: what an operator
// does with a release, by its own commands, where there is Node and nothing else. Prints one line for each; ends with 1 at
// the first that fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const [release = '', writable = '', port = '', addresses = ''] = process.argv.slice(2)
const ADMIN = { email: 'admin@demo.example', password: 'demo-demo-demo' }
/** PORT is only in the release's .env. */
const env = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  DATA_DIR: path.join(writable, 'data'),
  BACKUP_DIR: path.join(writable, 'backups'),
  TMPDIR: path.join(writable, 'tmp'),
  LOG_LEVEL: 'warn',
}
const origin = `http://127.0.0.1:${port}`

function spawned(...words) {
  const child = spawn(process.execPath, ['dist/server/commands.js', ...words], { cwd: release, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  return { child, ended: once(child, 'close').then(([code]) => code), output: () => output }
}

async function command(name, ...words) {
  const { ended, output } = spawned(name, ...words)
  if ((await ended) !== 0) throw new Error(`${name} failed: ${output()}`)
  console.log(`${name}: ${output().split('\n')[0]}`)
  return output()
}

async function start(name) {
  const server = spawned(name)
  const begun = performance.now()
  for (;;) {
    if (server.child.exitCode !== null) throw new Error(`${name} ended: ${server.output()}`)
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  console.log(`${name}: ready after ${Math.round(performance.now() - begun)} ms`)
  return async () => {
    server.child.kill('SIGTERM')
    if ((await server.ended) !== 0) throw new Error(`${name} did not stop: ${server.output()}`)
  }
}

async function answer(address, options = {}) {
  const response = await fetch(`${origin}${address}`, options)
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response
}

const stopDemo = await start('demo')
const page = await (await answer('/login', { headers: { accept: 'text/html' } })).text()
for (const [, asset] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await answer(asset)
const signedIn = await answer('/v1/users/signin', {
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'a' },
  body: JSON.stringify(ADMIN),
})
const authorization = `Bearer ${(await signedIn.json()).token}`
const { items } = await (await answer('/v1/invoices?perPage=1', { headers: { authorization } })).json()
const pdf = await answer(`/v1/invoices/${items[0].invoiceID}/pdf`, { headers: { authorization } })
const bytes = Buffer.from(await pdf.arrayBuffer())
if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('The invoice is no PDF.')
console.log(`pdf: ${bytes.length} bytes`)
const backup = /^Backup: (.+)$/m.exec(await command('backup'))?.[1] ?? ''
await command('password-link', '--email', ADMIN.email)
await command('import-addresses', addresses, '--apply')
await stopDemo()

await command('audit-ledger')
await command('archive-events')
await command('reseal')
await command('restore', backup, '--force')
const stop = await start('start')
await stop()
