import { ApiError, call, queryClient } from '@adsite/api-client'
import { attachmentLimits, attachmentTypes, informationEndpoints, message, validationText } from '@adsite/contract'
import { currentLanguage } from '@adsite/i18n'
import { useRef, useState } from 'react'

/** A file on its way, or one that was refused. */
export interface Upload {
  readonly key: number
  readonly name: string
  /** How much of it is sent, 0 to 1. */
  readonly sent: number
  /** Why it was not taken, in words; null while it is on its way. */
  readonly fault: string | null
}

const megabyte = 1024 * 1024

/** What the API would refuse by the look of the file, known before it is sent; coded for `validationText`. */
export function fileFault({ type, size }: Pick<File, 'type' | 'size'>, attached: number): string | null {
  if (attached >= attachmentLimits.count) return message('files_many', attachmentLimits.count)
  // A file of no known type may be one of them all the same: its bytes decide.
  if (type !== '' && !(attachmentTypes as readonly string[]).includes(type)) return message('file_type')
  return size > attachmentLimits.bytes ? message('file_size', attachmentLimits.bytes / megabyte) : null
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const atFields = Object.values(error.errors).flat()
  return atFields.length > 0 ? atFields.join(' ') : error.message
}

/** What is read of an announcement's attachments is read again. */
export function refreshAttachments(informationId: number): Promise<void> {
  const { path } = informationEndpoints.attachments
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [, asked, params] }) => asked === path && (params as { id?: number } | null)?.id === informationId,
  })
}

interface UploadsState {
  readonly uploads: readonly Upload[]
  /** Sends files one after the other; `attached` is how many there are already. */
  readonly add: (files: readonly File[], attached: number) => Promise<void>
  /** Takes a refused one out of sight. */
  readonly dismiss: (key: number) => void
}

/** Uploads to an announcement, with their progress and what was wrong with them. */
export function useUploads(informationId: number, onAttached: (name: string) => void): UploadsState {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const lastKey = useRef(0)
  const line = useRef(Promise.resolve())
  const change = (key: number, news: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...news } : upload)))
  const dismiss = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key))

  async function send(key: number, file: File): Promise<void> {
    try {
      await call(informationEndpoints.attach, {
        params: { id: informationId },
        query: { name: file.name },
        file,
        onProgress: (sent, total) => change(key, { sent: total > 0 ? sent / total : 0 }),
      })
      await refreshAttachments(informationId)
      dismiss(key)
      onAttached(file.name)
    } catch (error) {
      change(key, { fault: wordsOf(error) })
    }
  }

  async function add(files: readonly File[], attached: number): Promise<void> {
    let count = attached + uploads.filter(({ fault }) => fault === null).length
    for (const file of files) {
      const coded = fileFault(file, count)
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
