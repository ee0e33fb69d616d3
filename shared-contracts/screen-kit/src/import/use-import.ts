import { ApiError, call } from '@adsite/api-client'
import { importLimits, message, validationText, type ImportResult } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useRef, useState } from 'react'
import type { ImportEndpoint } from '../base/resource-endpoints.ts'

/** The file content read into memory, so that the import commits exactly what was checked even if the file changes meanwhile. */
interface ReadFile {
  readonly name: string
  readonly content: Blob
}

export type ImportPhase =
  | { readonly step: 'choosing'; readonly fault: string | null }
  /** `sent`: upload progress from 0 to 1. */
  | { readonly step: 'sending'; readonly file: ReadFile; readonly commit: boolean; readonly sent: number }
  /** What the file would do or, if committed, has done. */
  | { readonly step: 'checked'; readonly file: ReadFile; readonly result: ImportResult }

export interface ImportState {
  readonly phase: ImportPhase
  readonly choose: (file: File) => Promise<void>
  /** `partial`: imports only the lines without errors. */
  readonly commit: (partial: boolean) => Promise<void>
  readonly restart: () => void
}

const megabyte = 1_000_000
const csv = 'text/csv'

/** Imports a file in two steps: a dry run that lists all errors by line, then the import of all or only the valid lines. */
export function useImport(endpoint: ImportEndpoint): ImportState {
  const language = useLanguage()
  const [phase, setPhase] = useState<ImportPhase>({ step: 'choosing', fault: null })
  const busy = useRef(false)

  async function send(file: ReadFile, commit: boolean, partial = false): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPhase({ step: 'sending', file, commit, sent: 0 })
    try {
      const { data } = await call(endpoint, {
        file: file.content,
        query: { commit: commit ? 'true' : undefined, partial: partial ? 'true' : undefined },
        dryRun: !commit,
        onProgress: (sent, total) => setPhase({ step: 'sending', file, commit, sent: sent / total }),
      })
      setPhase({ step: 'checked', file, result: data })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setPhase({ step: 'choosing', fault: [error.message, ...Object.values(error.errors).flat()].join(' ') })
    } finally {
      busy.current = false
    }
  }

  return {
    phase,
    async choose(file) {
      if (file.size > importLimits.bytes) {
        const fault = validationText(message('file_size', importLimits.bytes / megabyte), language)
        return setPhase({ step: 'choosing', fault })
      }
      // Sets the type explicitly, because Windows reports CSV files as Excel files.
      const content = await file.arrayBuffer().then(
        (bytes) => new Blob([bytes], { type: csv }),
        () => null,
      )
      if (!content) return setPhase({ step: 'choosing', fault: validationText(message('file_broken'), language) })
      await send({ name: file.name, content }, false)
    },
    async commit(partial) {
      if (phase.step === 'checked') await send(phase.file, true, partial)
    },
    restart: () => setPhase({ step: 'choosing', fault: null }),
  }
}
