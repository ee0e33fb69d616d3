import { ApiError, call, refreshed } from '@adsite/api-client'
import { validationText, type Endpoint } from '@adsite/contract'
import { currentLanguage } from '@adsite/i18n'
import { useRef, useState } from 'react'

/** An upload in progress, or a rejected one. */
export interface Upload {
  readonly key: number
  readonly name: string
  /** Upload progress from 0 to 1. */
  readonly sent: number
  /** Why it was rejected; null while uploading. */
  readonly fault: string | null
}

/** Where the files of a record are uploaded. */
export interface UploadTarget {
  /** Accepts the file as its body and the file name as `name`. */
  readonly endpoint: Endpoint
  /** The id of the record. */
  readonly id: number
  /**
   * Checks before uploading whether the API would reject the file, coded for `validationText`; null if not.
   * `before`: the number of existing files, including uploads in progress.
   */
  readonly faultOf: (file: Pick<File, 'type' | 'size'>, before: number) => string | null
}

/** Message for a failed upload. */
export function uploadError(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const atFields = Object.values(error.errors).flat()
  return atFields.length > 0 ? atFields.join(' ') : error.message
}

interface UploadsState {
  readonly uploads: readonly Upload[]
  /** Uploads files one after another; `there` is the number of existing files. */
  readonly add: (files: readonly File[], there: number) => Promise<void>
  /** Removes a rejected upload from the list. */
  readonly dismiss: (key: number) => void
}

/** Uploads of a record with their progress and errors. */
export function useUploads(target: UploadTarget, onAdded: (name: string) => void): UploadsState {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const lastKey = useRef(0)
  const line = useRef(Promise.resolve())
  const change = (key: number, news: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...news } : upload)))
  const dismiss = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key))

  async function send(key: number, file: File): Promise<void> {
    try {
      await call(target.endpoint, {
        params: { id: target.id },
        query: { name: file.name },
        file,
        onProgress: (sent, total) => change(key, { sent: total > 0 ? sent / total : 0 }),
      })
      await refreshed()
      dismiss(key)
      onAdded(file.name)
    } catch (error) {
      change(key, { fault: uploadError(error) })
    }
  }

  async function add(files: readonly File[], there: number): Promise<void> {
    let count = there + uploads.filter(({ fault }) => fault === null).length
    for (const file of files) {
      const coded = target.faultOf(file, count)
      if (coded === null) count += 1
      lastKey.current += 1
      const key = lastKey.current
      setUploads((all) => [...all, { key, name: file.name, sent: 0, fault: coded && validationText(coded, currentLanguage()) }])
      if (coded === null) line.current = line.current.then(() => send(key, file))
    }
    await line.current
  }

  return { uploads, add, dismiss }
}
