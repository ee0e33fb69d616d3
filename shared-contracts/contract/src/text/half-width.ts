/** A text with full-width signs, digits and Latin letters as half-width ones. */
export const halfWidth = (text: string): string => text.replace(/[！-～]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
