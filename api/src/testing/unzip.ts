import { inflateRawSync } from 'node:zlib'

/** Unpacks a ZIP archive as text by name, to look into workbooks. */
export function unzip(archive: Uint8Array): Record<string, string> {
  const bytes = Buffer.from(archive)
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [method, size, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
    const [nameLength, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const packed = bytes.subarray(content, content + size)
    files[name] = (method === 0 ? packed : inflateRawSync(packed)).toString('utf8')
    at += 46 + nameLength + extra + comment
  }
  return files
}
