import * as v from 'valibot'
import { locales } from '../text/text.ts'

/** Id of the element in which a page has {@link pageAnswers}, as JSON. */
export const pageAnswersId = 'page-answers'

/**
 * What the API answered to the calls that a page makes first, sent with the page itself. They are those of the session that the
 * browser had when it asked for the page.
 */
export const pageAnswers = v.object({
  /** {@link sessionMark} of that session. */
  session: v.string(),
  /** The language in which the API was asked. */
  language: v.picklist(locales),
  answers: v.array(
    v.object({
      /** `callAddress` of the call. */
      address: v.string(),
      /** Version of the contract of the call. */
      version: v.optional(v.string()),
      answer: v.unknown(),
    }),
  ),
})
export type PageAnswers = v.InferOutput<typeof pageAnswers>

/**
 * Tells one session of a browser from another, by its CSRF token, which changes with every sign-in, sign-out and switch of the
 * account. Too short to be of use as the token itself: pages are compressed, so it might be guessed from their length.
 */
export const sessionMark = (csrfToken: string): string => csrfToken.slice(0, 8)
