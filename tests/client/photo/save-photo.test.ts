import { describe, expect, test, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import type { PickedPhoto } from '#client/photo/camera.ts'
import {
  createCompressor,
  type CompressAnswer,
  type CompressRequest,
  type CompressWorker,
  type Compressor,
} from '#client/photo/compressor.ts'
import { forgetCapture, interruptedCaptures, noteCapture } from '#client/photo/capture-intent.ts'
import { photoType } from '#domain/photo-file.ts'
import { purgeOld } from '#client/offline/store/room.ts'
import { savePhoto } from '#client/photo/save-photo.ts'
import type { Device } from '#client/offline/store/device.ts'
import { saveDone } from '#client/offline/outbox/record.ts'
import { bring, makeDevice, makeStop } from '../../support/driver-screen.tsx'
import { checkPhoto } from '#domain/photo-check.ts'
import { ascii, jpeg, segment } from '../../fixtures/jpeg.ts'
import { png } from '../../fixtures/png.ts'

const JPEG = [...jpeg()]
const PNG = [...png()]
/** Exif with one tag, which is not the orientation. */
const CAMERA = segment(0xe1, [
  ...ascii('Exif\0\0MM\0*'),
  0,
  0,
  0,
  8,
  0,
  1,
  0x01,
  0x0f,
  0,
  2,
  0,
  0,
  0,
  4,
  ...ascii('ABC'),
  0,
  0,
  0,
  0,
  0,
])
const bytesOf = (numbers: number[]) => new Uint8Array(numbers).buffer
const picked = (numbers: number[], changes: Partial<PickedPhoto> = {}): PickedPhoto => ({
  size: numbers.length,
  bytes: Promise.resolve(bytesOf(numbers)),
  takenAt: new Date('2026-11-18T01:02:03Z'),
  ...changes,
})
const keepsOriginal: Compressor = { compress: () => Promise.resolve(null) }

async function deviceAtStop(): Promise<{ device: Device; assignmentID: string }> {
  const device = await makeDevice()
  const stop = makeStop(1)
  await bring(device, { stops: [stop] })
  return { device, assignmentID: stop.assignmentID }
}

describe('A photo of a stop', () => {
  test('It is stored smaller, with the time it was taken', async () => {
    const { device, assignmentID } = await deviceAtStop()
    const compressor: Compressor = { compress: () => Promise.resolve(jpeg({ size: 90 }).buffer) }
    expect(await savePhoto(device, assignmentID, picked(PNG), compressor)).toBeNull()
    expect(await device.db.photos.toArray()).toMatchObject([
      { assignmentID, contentType: 'image/jpeg', size: 90, takenAt: '2026-11-18T01:02:03.000Z' },
    ])
  })

  test('When little room is left it is made smaller than usual', async () => {
    const { device, assignmentID } = await deviceAtStop()
    const asked: (boolean | undefined)[] = []
    const compressor: Compressor = {
      compress: (_bytes, _type, tight) => {
        asked.push(tight)
        return Promise.resolve(jpeg({ size: 90 }).buffer)
      },
    }
    const MIB = 1024 ** 2
    for (const free of [200 * MIB, 80 * MIB]) {
      const estimate = () => Promise.resolve({ usage: 0, quota: free })
      const phone = { ...device, ports: { ...device.ports, estimate } }
      expect(await savePhoto(phone, assignmentID, picked(PNG), compressor)).toBeNull()
    }
    expect(asked).toEqual([false, true])
  })

  test('An iPhone before iOS 17, whose browser estimates no room, stores photos', async () => {
    const storage = { persist: async () => true, persisted: async () => true }
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
    vi.resetModules()
    const { browserPorts } = await import('#client/app/browser-ports.ts')
    const { device, assignmentID } = await deviceAtStop()
    const phone = { ...device, ports: { ...browserPorts, ...device.ports } }
    expect(await savePhoto(phone, assignmentID, picked(PNG), keepsOriginal)).toBeNull()
    await purgeOld(phone)
    Reflect.deleteProperty(navigator, 'storage')
  })

  test('Whatever fails while a photo is stored, the driver is told', async () => {
    const { device, assignmentID } = await deviceAtStop()
    const fails = (): Promise<never> => {
      throw new TypeError('navigator.storage.estimate is not a function')
    }
    const phone = { ...device, ports: { ...device.ports, estimate: fails } }
    expect(await savePhoto(phone, assignmentID, picked(PNG), keepsOriginal)).toBe('database')
  })

  test('A photo that can’t be made smaller is stored as it came', async () => {
    const { device, assignmentID } = await deviceAtStop()
    expect(await savePhoto(device, assignmentID, picked(PNG), keepsOriginal)).toBeNull()
    expect(await device.db.photos.toArray()).toMatchObject([{ contentType: 'image/png', size: PNG.length }])
  })

  test('Metadata that an encoder or a camera wrote is not stored on the phone', async () => {
    const { device, assignmentID } = await deviceAtStop()
    const size = 90 + CAMERA.length
    const compressor: Compressor = { compress: () => Promise.resolve(jpeg({ size, beside: [CAMERA] }).buffer) }
    expect(await savePhoto(device, assignmentID, picked(PNG), compressor)).toBeNull()
    expect(
      await savePhoto(device, assignmentID, picked([...jpeg({ size, beside: [CAMERA] }), 1, 2, 3]), keepsOriginal),
    ).toBeNull()
    const kept = await device.db.photoBytes.toArray()
    expect(kept.map(({ bytes }) => checkPhoto(new Uint8Array(bytes)).fault)).toEqual([null, null])
    expect(kept.map(({ bytes }) => bytes.byteLength)).toEqual([90, 90])
    expect((await device.db.photos.toArray()).map((photo) => photo.size)).toEqual([90, 90])
  })

  test('When the smaller version can’t be read, the original is stored', async () => {
    const { device, assignmentID } = await deviceAtStop()
    const compressor: Compressor = { compress: () => Promise.resolve(bytesOf([0xff, 0xd8, 0xff, 7])) }
    expect(await savePhoto(device, assignmentID, picked(PNG), compressor)).toBeNull()
    expect(await device.db.photos.toArray()).toMatchObject([{ contentType: 'image/png', size: PNG.length }])
  })

  // Read only inside the test; until then the rejection has no handler.
  const takenAway = Promise.reject<ArrayBuffer>(new DOMException('gone', 'NotReadableError'))
  takenAway.catch(() => {})

  test.each([
    ['more than 20 MB', picked(JPEG, { size: MAX_UPLOAD_BYTES + 1 }), 'too-large'],
    ['no jpg, jpeg or png, whatever its name', picked([0x47, 0x49, 0x46, 0x38, 0x39, 0x61]), 'not-a-photo'],
    ['empty', picked([]), 'unreadable'],
    ['cut off', picked(JPEG.slice(0, -1)), 'unreadable'],
    [
      'larger than 50 megapixels and can’t be made smaller',
      picked([...jpeg({ width: 10_000, height: 5_001 })]),
      'too-many-pixels',
    ],
    ['the same as a PNG', picked([...png({ width: 100_000, height: 501 })]), 'too-many-pixels'],
    ['taken away by the phone before it was read', picked(JPEG, { bytes: takenAway }), 'unreadable'],
  ])('One that is %s is refused', async (_, photo, why) => {
    const { device, assignmentID } = await deviceAtStop()
    expect(await savePhoto(device, assignmentID, photo, keepsOriginal)).toBe(why)
    expect(await device.db.photos.count()).toBe(0)
  })

  test('The sixth photo of a stop is refused, and its outcome stays', async () => {
    const { device, assignmentID } = await deviceAtStop()
    await saveDone(device, assignmentID, { pu: 1 })
    for (let count = 0; count < 5; count++)
      expect(await savePhoto(device, assignmentID, picked(JPEG), keepsOriginal)).toBeNull()
    expect(await savePhoto(device, assignmentID, picked(JPEG), keepsOriginal)).toBe('too-many-files')
    expect(await device.db.photos.count()).toBe(5)
    expect(
      await device.db.events
        .where('assignmentID')
        .equals(assignmentID)
        .filter(({ type }) => type === 'done')
        .count(),
    ).toBe(1)
  })

  test('The first bytes decide the type of a file', () => {
    expect(photoType(new Uint8Array(bytesOf(JPEG)))).toBe('image/jpeg')
    expect(photoType(new Uint8Array(bytesOf(PNG)))).toBe('image/png')
    expect(photoType(new Uint8Array(bytesOf([0xff, 0xd8])))).toBeNull()
  })
})

/** A worker whose answers come from the test. */
function playWorker() {
  let hear: (event: MessageEvent<CompressAnswer>) => void = () => undefined
  let fail: () => void = () => undefined
  const asked: CompressRequest[] = []
  const terminate = vi.fn()
  const worker: CompressWorker = {
    postMessage: (request) => asked.push(request),
    addEventListener: (type: string, listener: never) => {
      if (type === 'message') hear = listener
      else fail = listener
    },
    terminate,
  }
  return {
    worker,
    asked,
    terminate,
    fail: () => fail(),
    answer: (bytes: ArrayBuffer | null, number = asked.at(-1)!.number) =>
      hear(new MessageEvent('message', { data: { number, bytes } })),
  }
}

describe('Making photos smaller', () => {
  test('One photo is processed at a time', async () => {
    const play = playWorker()
    const compressor = createCompressor(() => play.worker)
    const first = compressor.compress(bytesOf(JPEG), 'image/jpeg')
    const second = compressor.compress(bytesOf(PNG), 'image/png')
    await vi.waitFor(() => expect(play.asked).toHaveLength(1))
    play.answer(bytesOf([1]))
    expect(await first).toEqual(bytesOf([1]))
    await vi.waitFor(() => expect(play.asked).toHaveLength(2))
    play.answer(null)
    expect(await second).toBeNull()
  })

  test('After 15 seconds the original is stored, and the next photo gets a fresh worker', async () => {
    vi.useFakeTimers()
    try {
      const plays = [playWorker(), playWorker()]
      let opened = 0
      const compressor = createCompressor(() => plays[opened++]!.worker)
      const slow = compressor.compress(bytesOf(JPEG), 'image/jpeg')
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await slow).toBeNull()
      expect(plays[0]!.terminate).toHaveBeenCalledOnce()
      const next = compressor.compress(bytesOf(JPEG), 'image/jpeg')
      await vi.advanceTimersByTimeAsync(0)
      plays[1]!.answer(bytesOf([1]))
      expect(await next).toEqual(bytesOf([1]))
    } finally {
      vi.useRealTimers()
    }
  })

  test('When a worker fails, or can’t be started, the photo is still stored', async () => {
    const play = playWorker()
    const broken = createCompressor(() => play.worker).compress(bytesOf(JPEG), 'image/jpeg')
    await vi.waitFor(() => expect(play.asked).toHaveLength(1))
    play.fail()
    expect(await broken).toBeNull()
    const refused = createCompressor(() => {
      throw new Error('refused by the policy')
    })
    expect(await refused.compress(bytesOf(JPEG), 'image/jpeg')).toBeNull()
  })
})

describe('An app that was closed while the camera was open', () => {
  const now = new Date('2026-11-18T01:30:00Z')
  const first = { assignmentID: 'a', openedAt: '2026-11-18T01:20:00Z' }
  const second = { assignmentID: 'a', openedAt: '2026-11-18T01:20:05Z' }

  test('The stop of the photo is known when the app starts again', () => {
    noteCapture(localStorage, first)
    expect(interruptedCaptures(localStorage, now)).toEqual([first])
    forgetCapture(localStorage, first)
    expect(interruptedCaptures(localStorage, now)).toEqual([])
  })

  test('A photo that is saved while the camera is open again does not hide that the next one was lost', () => {
    noteCapture(localStorage, first)
    noteCapture(localStorage, second)
    forgetCapture(localStorage, first)
    expect(interruptedCaptures(localStorage, now)).toEqual([second])
  })

  test('The note of an older version of the app is read', () => {
    localStorage.setItem('rr-capture', JSON.stringify(first))
    expect(interruptedCaptures(localStorage, now)).toEqual([first])
  })

  test.each(['2026-11-04T01:30:00Z', 'never'])('An old note (%s) is ignored', (openedAt) => {
    noteCapture(localStorage, { assignmentID: 'a', openedAt })
    expect(interruptedCaptures(localStorage, now)).toEqual([])
  })

  test.each(['{"assignmentID": 3', '{"assignmentID": 3}', '[null, 7]'])(
    'Another text in that place (%s) is ignored',
    (text) => {
      localStorage.setItem('rr-capture', text)
      expect(interruptedCaptures(localStorage, now)).toEqual([])
    },
  )
})
