import { useEffect, useRef, useState } from 'react'
import type { CallOf } from '#contract/endpoint.ts'
import { type addToCase, signCasePhoto } from '#contract/v1/cases.ts'
import { newID } from '#domain/identifiers.ts'
import { useOffice } from '#client/shells/office.tsx'
import { type PhotoError, preparePhoto, type PreparedPhoto, putPhoto } from '#client/shells/upload-photo.ts'
import { useCommand } from '#client/shells/use-command.ts'

type Announced = NonNullable<CallOf<typeof addToCase>['photos']>[number]

export interface ChosenPhoto {
  readonly photoID: string
  readonly photo: PreparedPhoto
  /** The preview's address, valid on this page only. */
  readonly url: string
}

export interface CasePhotos {
  readonly chosen: readonly ChosenPhoto[]
  readonly wrong: PhotoError | 'tooManyFiles' | null
  readonly add: (files: readonly File[]) => Promise<void>
  readonly remove: (photoID: string) => void
  readonly clear: () => void
  /** Uploads what has not arrived yet. Null: one photo failed, and `wrong` or a toast says why. */
  readonly upload: () => Promise<Announced[] | null>
}

/** The photos chosen for a message. @param others photos that the case has already */
export function useCasePhotos(others: number): CasePhotos {
  const { maxFiles, maxUploadBytes } = useOffice().profile.config
  const command = useCommand()
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([])
  const [wrong, setWrong] = useState<CasePhotos['wrong']>(null)
  const arrived = useRef(new Map<string, Announced>())
  const urls = useRef(new Set<string>())
  useEffect(() => {
    const made = urls.current
    return () => made.forEach((url) => URL.revokeObjectURL(url))
  }, [])

  return {
    chosen,
    wrong,
    add: async (files) => {
      setWrong(null)
      let count = others + chosen.length
      for (const file of files) {
        if (count >= maxFiles) return setWrong('tooManyFiles')
        const photo = await preparePhoto(file, maxUploadBytes)
        if (typeof photo === 'string') return setWrong(photo)
        const url = URL.createObjectURL(photo.blob)
        urls.current.add(url)
        setChosen((before) => [...before, { photoID: newID(), photo, url }])
        count += 1
      }
    },
    remove: (photoID) => {
      setWrong(null)
      setChosen((before) => before.filter((one) => one.photoID !== photoID))
    },
    clear: () => setChosen([]),
    upload: async () => {
      setWrong(null)
      for (const { photoID, photo } of chosen) {
        if (arrived.current.has(photoID)) continue
        const { contentType, sha256, size } = photo
        const signed = await command(signCasePhoto, { photoID, contentType, sha256, size })
        if (signed.kind !== 'ok') return null
        if (!(await putPhoto(signed.value, photo))) {
          setWrong('uploadFailed')
          return null
        }
        arrived.current.set(photoID, { photoID, key: signed.value.key, sha256, size })
      }
      return chosen.map(({ photoID }) => arrived.current.get(photoID)!)
    },
  }
}
