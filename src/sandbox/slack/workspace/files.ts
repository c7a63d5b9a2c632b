import { extname } from 'node:path'
import { createIds, secret } from '../ids.ts'
import type { StoredFile } from './model.ts'

/** An upload between its three steps: announced, sent, completed. */
type Upload = Announced & {
  readonly path: string
  readonly id: string
  readonly bytes?: Uint8Array
}

type Announced = {
  readonly name: string
  readonly length: number
  /** What a picture shows, for who does not see it. */
  readonly altText: string | undefined
}

export type Files = {
  readonly announce: (announced: Announced) => Upload
  readonly upload: (path: string) => Upload | undefined
  readonly uploadOf: (fileId: string) => Upload | undefined
  readonly receive: (upload: Upload, bytes: Uint8Array) => void
  /** Turns a sent upload into a file of the workspace. */
  readonly complete: (upload: Upload, title: string, uploadedBy: string) => StoredFile
  readonly find: (id: string) => StoredFile | undefined
}

const MIMETYPES = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.svg', 'image/svg+xml'],
  ['.md', 'text/markdown'],
  ['.txt', 'text/plain'],
  ['.json', 'application/json'],
])

export function createFiles(): Files {
  const uploads = new Map<string, Upload>()
  const files = new Map<string, StoredFile>()
  const nextId = createIds('F')
  return {
    announce: (announced) => {
      const upload = { path: `/upload/v1/${secret(12)}`, id: nextId(), ...announced }
      uploads.set(upload.path, upload)
      return upload
    },
    upload: (path) => uploads.get(path),
    uploadOf: (fileId) => [...uploads.values()].find(({ id }) => id === fileId),
    receive: (upload, bytes) => {
      uploads.set(upload.path, { ...upload, bytes })
    },
    complete: (upload, title, uploadedBy) => {
      const { id, name, altText, bytes = new Uint8Array() } = upload
      const mimetype = MIMETYPES.get(extname(name).toLowerCase()) ?? 'application/octet-stream'
      const file = { id, name, title, altText, mimetype, bytes, uploadedBy }
      files.set(id, file)
      uploads.delete(upload.path)
      return file
    },
    find: (id) => files.get(id),
  }
}
