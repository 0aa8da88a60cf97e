import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/adapters/storage/s3-store.ts'
import { swiftPython } from '../../../src/tools/shared/outside-programs.mjs'

/** A running S3 server that verifies every signature itself, with one empty bucket. */
export interface SwiftServer {
  readonly settings: S3Settings
  close(): Promise<void>
}

const python = swiftPython()

/** Whether the S3 tests can run here. */
export const hasSwift = python !== null

/** Debian's OpenStack Swift with its S3 interface, in its own process and folder. */
export async function startSwift(): Promise<SwiftServer> {
  if (python === null) throw new Error('Swift is not installed: ask hasSwift first')
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-swift-'))
  const account = { accessKeyId: 'bagrun:photos', secretAccessKey: 'secret-of-the-tests' }
  const script = fileURLToPath(new URL('./swift-server.py', import.meta.url))
  const child = spawn(python, [script, folder, account.accessKeyId, account.secretAccessKey], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const settings = {
    endpoint: `http://127.0.0.1:${await portOf(child)}`,
    bucket: 'photos',
    region: 'us-east-1',
    ...account,
  }
  const made = await new AwsClient({ ...settings, service: 's3' }).fetch(`${settings.endpoint}/${settings.bucket}`, {
    method: 'PUT',
  })
  if (!made.ok) throw new Error(`Swift made no bucket: ${made.status} ${await made.text()}`)
  return {
    settings,
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.end()
      await gone
    },
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout?.on('data', (chunk: Buffer) => resolve(Number(chunk.toString().trim())))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Swift did not start (${code}): ${errors.slice(-2000)}`)))
  })
}
