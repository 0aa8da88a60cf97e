// Serves @actual-app/web's own build with the headers it asks for.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

const [root, wantedPort = '0'] = process.argv.slice(2)
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.png': 'image/png', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.ico': 'image/x-icon' }

createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const asked = path.join(root, path.normalize(pathname))
  const known = existsSync(asked) && statSync(asked).isFile()
  // Its routes are the page's; files that are not there are not.
  const file = known ? asked : path.extname(pathname) === '' ? path.join(root, 'index.html') : null
  if (file === null) return response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cache-control': file.endsWith('index.html') || file.endsWith('sw.js') ? 'no-cache' : 'public, max-age=31536000, immutable',
  })
  return createReadStream(file).pipe(response)
}).listen(Number(wantedPort), '127.0.0.1', function listening() {
  process.stdout.write(`${this.address().port}\n`)
})
