#!/usr/bin/env node
// npm start: from a fresh clone to a running site (docs: README "Run").
import { createServer } from 'node:net'
import { supervise } from './supervise.mjs'
import {
  buildUnits,
  checkInstalledNode,
  checkMachine,
  endChildren,
  environment,
  install,
  interrupt,
  isInterrupted,
  main,
  Problem,
  stay,
} from './machine/tools.mjs'

const help = `npm start: install what is missing, build what changed, run the site.

Settings (environment variables):
  PORT          port of the site (8080)
  HOST          address to listen on (127.0.0.1)
  DATA_DIR      database, registry, uploads and outbox (./data)
  DATABASE_URL  a PostgreSQL of your own instead of the embedded one
  DEMO          "off": load no demo data into an empty database
  SITE_URL      address that people type; needed when HOST can be reached by others
  SMTP_URL      mail server, as in smtps://user:password@mail.example:465;
                without one, mails are kept in DATA_DIR/outbox
  MAIL_FROM     address that mails come from; needed with SMTP_URL
  METRICS_PORT  port of its own for the metrics of Prometheus, as in 9464
  METRICS_TOKEN what Prometheus has to send there (without one, nothing)
  OTEL_EXPORTER_OTLP_ENDPOINT
                collector that traces are sent to, as in http://127.0.0.1:4318
  LOG_LEVEL     warn, info (a line for each request) or debug (info)
`

function readPort(name, text) {
  const port = Number(text)
  if (!/^\d+$/u.test(text) || port < 1 || port > 65535) throw new Problem(`${name} is "${text}": give a number from 1 to 65535.`)
  return port
}

/** The ports that the site listens on, by their settings. */
function portSettings() {
  const { PORT, METRICS_PORT } = process.env
  return { PORT: readPort('PORT', PORT ?? '8080'), ...(METRICS_PORT && { METRICS_PORT: readPort('METRICS_PORT', METRICS_PORT) }) }
}

function checkPort(name, port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      if (error.code === 'EADDRINUSE') {
        reject(new Problem(`Port ${port} is taken: stop what uses it, or choose another with ${name}=${port + 1} npm start.`))
      } else if (error.code === 'EACCES') {
        reject(new Problem(`Port ${port} may not be used by this user: choose one above 1023, as with ${name}=${port + 8000} npm start.`))
      } else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        reject(new Problem(`HOST is "${host}", which is no address of this machine: leave it out to listen on 127.0.0.1.`))
      } else reject(error)
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Everything ends with this process: on Ctrl-C, on SIGTERM, and when its parent exits. */
function followSignals() {
  const parent = process.ppid
  const stop = (signal) => {
    interrupt()
    endChildren(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  process.on('SIGHUP', () => stop('SIGTERM'))
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) stop('SIGTERM')
    }, 500).unref()
  }
}

await main(async () => {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
    return
  }
  followSignals()
  checkMachine()
  for (const [name, port] of Object.entries(portSettings())) await checkPort(name, port, process.env.HOST ?? '127.0.0.1')
  await install()
  await checkInstalledNode()
  await buildUnits()
  const say = (line) => process.stderr.write(`${line}\n`)
  const start = () => stay('node', ['scripts/site.ts'], environment, ['inherit', 'inherit', 'inherit', 'ipc'])
  process.exitCode = await supervise(start, { isEnding: isInterrupted, say })
})
