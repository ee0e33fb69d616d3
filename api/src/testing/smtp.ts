import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  /** Envelope addresses, which decide where the mail goes. */
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
}

export interface TestSmtp {
  /** For SMTP_URL. */
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Waits for the `count`th mail to an address. */
  mailTo(address: string, count?: number): Promise<ReceivedMail>
  /** Makes the server refuse every mail, or accept them again. */
  refuse(refusing: boolean): void
  close(): Promise<void>
}

const credentials = { user: 'mailer', pass: 'mail server secret' }

/** Starts a mail server on the loopback interface that stores what it receives and requires authentication. */
export async function startTestSmtp(): Promise<TestSmtp> {
  const received: ReceivedMail[] = []
  let refusing = false
  let arrived = () => {}
  let arrival = Promise.resolve()
  const expectArrival = () => {
    arrival = new Promise((resolve) => {
      arrived = resolve
    })
  }
  expectArrival()

  async function keep(bytes: Buffer, { mailFrom, rcptTo }: SMTPServerSession['envelope'], done: () => void): Promise<void> {
    const mail = await PostalMime.parse(bytes)
    const from = mailFrom ? mailFrom.address : ''
    received.push({ from, to: rcptTo.map(({ address }) => address), raw: bytes.toString('latin1'), mail })
    arrived()
    expectArrival()
    done()
  }

  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      const known = auth.username === credentials.user && auth.password === credentials.pass
      done(known ? null : new Error('Who are you?'), known ? { user: credentials.user } : undefined)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusing) done(Object.assign(new Error('Not today'), { responseCode: 451 }))
        else void keep(Buffer.concat(chunks), session.envelope, done)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://${credentials.user}:${encodeURIComponent(credentials.pass)}@127.0.0.1:${port}`,
    received,
    async mailTo(address, count = 1) {
      for (;;) {
        const found = received.filter(({ to }) => to.includes(address))[count - 1]
        if (found) return found
        await arrival
      }
    },
    refuse(value) {
      refusing = value
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Starts a server that accepts connections and never answers. */
export async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): unknown }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** The link in a mail, after checking that it is the only one and that text and HTML agree. */
export function linkOf({ mail }: ReceivedMail): URL {
  const [inText] = /https?:\S+/u.exec(mail.text ?? '') ?? []
  const inHtml = /href="([^"]+)"/u.exec(mail.html ?? '')?.[1]?.replaceAll('&amp;', '&')
  if (inText === undefined || inText !== inHtml) throw new Error(`The links differ: ${inText} and ${inHtml}`)
  return new URL(inText)
}

export const tokenOf = (received: ReceivedMail): string => new URLSearchParams(linkOf(received).hash.slice(1)).get('token')!
