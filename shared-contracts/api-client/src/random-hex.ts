/** Returns `bytes` random bytes in hexadecimal. `crypto.randomUUID` is available on https and localhost only. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
