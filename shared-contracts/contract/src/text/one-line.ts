import { withoutTurns } from './trimmed.ts'

/** A text on one line that leaves the rest of that line as it is: each run of line breaks and control characters becomes a blank. */
export const oneLine = (text: string): string => withoutTurns(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
