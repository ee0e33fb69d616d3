import { ApiError, call, randomKey } from '@adsite/api-client'
import { importLimits, message, validationText, type ImportResult } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { useShell, type AlertType } from '@adsite/remote'
import { useEffect, useRef, useState } from 'react'
import { mayBeDone } from '../base/may-be-done.ts'
import type { ImportEndpoint } from '../base/resource-endpoints.ts'
import { useUnsavedGuard, type UnsavedGuard } from '../form/state/use-unsaved-guard.ts'
import { useImportText } from './texts.ts'

/** The file content read into memory, so that the import commits exactly what was checked even if the file changes meanwhile. */
interface ReadFile {
  readonly name: string
  readonly content: Blob
}

export interface ImportFault {
  readonly text: string
  /** No answer came that says whether the file was imported. */
  readonly unsure: boolean
}

export type ImportPhase =
  | { readonly step: 'choosing'; readonly fault: string | null }
  /** `sent`: upload progress from 0 to 1. */
  | { readonly step: 'sending'; readonly file: ReadFile; readonly commit: boolean; readonly sent: number }
  /** What the file would do or, if committed, has done; `fault`: why an import of it failed. */
  | { readonly step: 'checked'; readonly file: ReadFile; readonly result: ImportResult; readonly fault: ImportFault | null }

export interface ImportState {
  readonly phase: ImportPhase
  readonly choose: (file: File) => Promise<void>
  /** `partial`: imports only the lines without errors. */
  readonly commit: (partial: boolean) => Promise<void>
  readonly restart: () => void
  /** Asks before the screen is left while a file is being imported. */
  readonly guard: UnsavedGuard
}

const megabyte = 1_000_000
const csv = 'text/csv'

/** What is imported: all lines or only the valid ones, of a file that was checked with this result. */
interface Commit {
  readonly partial: boolean
  readonly result: ImportResult
}

/**
 * Imports a file in two steps: a dry run that lists all errors by line, then the import of all or only the valid lines. Where
 * records have changed in between, the answer is a new check.
 * An import that failed can be sent again, and is carried out once (spec/quality "Double submit").
 */
export function useImport(endpoint: ImportEndpoint): ImportState {
  const language = useLanguage()
  const [phase, setPhase] = useState<ImportPhase>({ step: 'choosing', fault: null })
  const busy = useRef(false)
  const text = useImportText()
  const shell = useShell()
  const guard = useUnsavedGuard(() => phase.step === 'sending' && phase.commit)
  const left = useRef(new AbortController())
  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving
    return () => leaving.abort()
  }, [])
  // A file that is checked anew is another intention, even if its content is the same.
  const keys = useRef({ all: '', valid: '' })
  const renewKeys = () => {
    keys.current = { all: randomKey(), valid: randomKey() }
  }

  /** Tells of an import whose screen was left meanwhile; the message stays until it is closed. */
  function tellElsewhere(type: AlertType, messages: readonly string[]): void {
    if (left.current.signal.aborted) shell.alert(type, messages, { autoClose: false })
  }

  async function send(file: ReadFile, commit: Commit | null): Promise<void> {
    if (busy.current) return
    busy.current = true
    if (!commit) renewKeys()
    const sending = (sent: number) => setPhase({ step: 'sending', file, commit: commit !== null, sent })
    sending(0)
    try {
      const { data } = await call(endpoint, {
        file: file.content,
        query: { commit: commit ? 'true' : undefined, partial: commit?.partial ? 'true' : undefined, checked: commit?.result.checked },
        dryRun: !commit,
        // Nobody waits for a check whose screen was left.
        ...(commit ? { idempotencyKey: keys.current[commit.partial ? 'valid' : 'all'] } : { signal: left.current.signal }),
        onProgress: (sent, total) => sending(sent / total),
      })
      if (data.outdated) renewKeys()
      setPhase({ step: 'checked', file, result: data, fault: null })
      if (data.committed) {
        const count = formatCount(data.create + data.update - (data.held ?? 0), language)
        tellElsewhere('success', [file.name, text('import_done', { count })])
      } else if (commit) tellElsewhere('warn', [file.name, text('import_left_outdated')])
    } catch (error) {
      if (!commit && left.current.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      const reason = [error.message, ...Object.values(error.errors).flat()].join(' ')
      if (!commit) return setPhase({ step: 'choosing', fault: reason })
      const unsure = mayBeDone(error)
      setPhase({ step: 'checked', file, result: commit.result, fault: { text: reason, unsure } })
      tellElsewhere('error', [file.name, reason, text(unsure ? 'import_left_unsure' : 'import_left_failed')])
    } finally {
      busy.current = false
    }
  }

  return {
    phase,
    guard,
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
      await send({ name: file.name, content }, null)
    },
    async commit(partial) {
      if (phase.step === 'checked') await send(phase.file, { partial, result: phase.result })
    },
    restart: () => setPhase({ step: 'choosing', fault: null }),
  }
}
