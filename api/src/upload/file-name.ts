import type { Attachment } from '@adsite/contract'

const endings: Readonly<Record<Attachment['content_type'], readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
}
const known = Object.values(endings).flat()
const longest = 150

/**
 * Makes a name safe to show and to save: no path, no control or direction characters (they make `gpj.exe` look
 * like a picture), no leading dot, and the extension of the actual type.
 */
export function safeFileName(given: string, type: Attachment['content_type']): string {
  const plain = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/[\\/:*?"<>|]/gu, '_')
    .trim()
    .replace(/^[.\s]+/u, '')
  const ending = /\.(\w+)$/u.exec(plain)?.[1]?.toLowerCase()
  const fits = ending !== undefined && endings[type].includes(ending)
  const stem = ending !== undefined && known.includes(ending) ? plain.slice(0, -(ending.length + 1)) : plain
  return `${[...stem].slice(0, longest).join('').trim() || 'file'}.${fits ? ending : endings[type][0]}`
}

/** Content-Disposition of a download (RFC 6266): ASCII for old clients, UTF-8 for the others. */
export function attachmentDisposition(name: string): string {
  const ascii = name.replace(/[^\u0020-\u007e]/gu, '_').replace(/["\\%]/gu, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A response that downloads a file. */
export function fileAnswer(body: BodyInit, type: string, name: string): Response {
  return new Response(body, { headers: { 'Content-Type': type, 'Content-Disposition': attachmentDisposition(name) } })
}
