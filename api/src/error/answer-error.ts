import { errors, validationText, type ErrorBody, type Locale, type Text } from '@adsite/contract'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { isUnavailable, isUnstorable, withoutValues } from '../db/database-error.ts'
import { RequestError } from './request-error.ts'

/** Maps an error to what the caller is told: a RequestError as it is, or an unavailable database; undefined for internal errors. */
export function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (isUnstorable(error)) return new RequestError('bad_request')
  return isUnavailable(error) ? new RequestError('unavailable', { retryAfter: 2 }) : undefined
}

export function fieldErrorText(text: string | Text, locale: Locale): string {
  return typeof text === 'string' ? validationText(text, locale) : text[locale]
}

/** The error in one sentence, for callers without a field to attach messages to. */
export function errorSentence({ code, details }: RequestError, locale: Locale): string {
  const faults = Object.values(details.errors ?? {}).flatMap((list) => list.map((text) => fieldErrorText(text, locale)))
  return faults.length > 0 ? faults.join(' ') : (details.message ?? errors[code].text)[locale]
}

/** Answers with the JSON shape of all errors (contract `errorBody`); internal details go to the log only. */
export function answerError(
  c: Context,
  thrown: unknown,
  { locale, requestId, log }: { locale: Locale; requestId: string; log: Logger },
): Response {
  const refusal = asRequestError(thrown)
  if (!refusal) log.error({ err: withoutValues(thrown) }, 'request failed')
  else if (refusal !== thrown) log.warn({ err: withoutValues(thrown) }, 'database refused')
  const code = refusal?.code ?? 'internal'
  const { message, errors: faults, current, retryAfter } = refusal?.details ?? {}
  const body: ErrorBody = {
    code,
    message: (message ?? errors[code].text)[locale],
    ...(faults
      ? {
          errors: Object.fromEntries(
            Object.entries(faults).map(([field, list]) => [field, list.map((text) => fieldErrorText(text, locale))]),
          ),
        }
      : {}),
    ...(current ? { current: { ...current } } : {}),
    request_id: requestId,
  }
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Hono knows no status 419
  return c.json(body, errors[code].status as 500)
}
