// Serves @actual-app/web's own build with the headers it requires, compressed.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const [root, wantedPort = '0'] = process.argv.slice(2)
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
}

const SMALLER = ['.html', '.js', '.css', '.wasm', '.json', '.svg', '.webmanifest']
const packed = new Map()

/** Compressed once, as a server in front of it would. */
function brotli(file) {
  if (!packed.has(file))
    packed.set(file, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  return packed.get(file)
}

createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const asked = path.join(root, path.normalize(pathname))
  const known = existsSync(asked) && statSync(asked).isFile()
  // Paths without a file extension are the page's routes; a missing file is answered 404.
  const file = known ? asked : path.extname(pathname) === '' ? path.join(root, 'index.html') : null
  if (file === null) return response.writeHead(404).end()
  const compress = SMALLER.includes(path.extname(file)) && (request.headers['accept-encoding'] ?? '').includes('br')
  response.writeHead(200, {
    ...(compress && { 'content-encoding': 'br', vary: 'accept-encoding' }),
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cache-control':
      file.endsWith('index.html') || file.endsWith('sw.js') ? 'no-cache' : 'public, max-age=31536000, immutable',
  })
  return response.end(compress ? brotli(file) : readFileSync(file))
}).listen(Number(wantedPort), '127.0.0.1', function listening() {
  process.stdout.write(`${this.address().port}\n`)
})
