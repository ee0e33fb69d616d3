/** A text on one line: each run of line breaks and control characters, in whatever form, becomes a blank. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
