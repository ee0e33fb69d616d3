import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const types = { txt: 16 } as const

/** The name of a question and where it ends. */
function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** One TXT record, its text in pieces of 255 bytes as DNS has them. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) => bytes.subarray(index * 255, (index + 1) * 255))
  const data = Buffer.concat(pieces.flatMap((piece) => [Buffer.of(piece.length), piece]))
  const head = Buffer.alloc(12)
  // The name of the question, type, class, and how long it may be kept.
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(types.txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

export interface NameServer {
  /** As the setting has it. */
  readonly address: string
  /** TXT records by name. Names without any do not exist. */
  readonly texts: Map<string, readonly string[]>
  close(): void
}

/** A name server of this machine that answers TXT records. */
export async function startNameServer(port = 0): Promise<NameServer> {
  const texts = new Map<string, readonly string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port: asker, address }) => {
    const { name, end } = readName(message)
    const records = (texts.get(name) ?? []).map(recordOf)
    const head = Buffer.alloc(12)
    message.copy(head, 0, 0, 2)
    head.writeUInt16BE(records.length > 0 ? 0x84_00 : 0x84_03, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([head, message.subarray(12, end + 4), ...records]), asker, address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, texts, close: () => socket.close() }
}
