import type { EndpointGroup, ErrorCode, Locale } from '@adsite/contract'
import type { Session } from '../call/handler.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { RequestErrorDetails } from '../error/request-error.ts'
import type { ApiSettings } from '../call/settings.ts'

/** What a process needs once, before its first job. */
export interface JobDependencies {
  readonly databaseUrl: string
  /** `Storage.location`. */
  readonly uploads: string
  readonly settings: ApiSettings
  readonly logLevel: string
}

/** A call as it crosses to the process that carries it out: everything in it was checked before. */
export interface Job {
  readonly group: EndpointGroup
  readonly endpoint: string
  readonly session: Session
  /** What is written down of the request: who asks, from where. */
  readonly context: RequestContext
  readonly params: Readonly<Record<string, string>>
  readonly id: number | undefined
  readonly query: unknown
  readonly locale: Locale
  readonly address: string
  readonly request: { readonly url: string; readonly method: string; readonly headers: readonly [string, string][] }
  /** Where the body lies; null: there is none. */
  readonly input: string | null
  /** Where a file that is handed out is written. */
  readonly output: string
  /** Most bytes of that file. */
  readonly bytes: number
}

export type ToProcess = { readonly dependencies: JobDependencies } | { readonly job: Job } | { readonly cancel: true }

/** What a process says of its job; `end` comes last. */
export type FromProcess =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly details: RequestErrorDetails }
  | { readonly kind: 'failure'; readonly stack: string }
  /** The answer is a file, with these headers; its bytes follow. */
  | { readonly kind: 'file'; readonly headers: readonly [string, string][] }
  /** So many bytes of the file can be read. */
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'end' }
