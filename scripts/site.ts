// The site as one process: the API host, the gateway with its registry, and the embedded database.
// `npm start` runs it; on several machines the parts run apart (docs/operations.md).
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { connect, createApi, demoLogins, loadDemo, migrate, startDatabase, StartError } from '@adsite/api'
import { openRegistry, ReleaseRefused } from '@adsite/release'
import { createGateway } from '@adsite/release/gateway'
import { Hono } from 'hono'
import { pino } from 'pino'
import { releaseBuilt } from './release-built.ts'

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? '127.0.0.1'
const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const siteUrl = process.env.SITE_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Requests in flight get this long to finish after SIGTERM (milliseconds). */
const drainLimit = 10_000

const say = (line: string) => process.stdout.write(`${line}\n`)

function listen(app: Hono): Promise<Server> {
  return new Promise((ready, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: host }, () => ready(server as Server)) as Server
    server.once('error', reject)
  })
}

async function start(): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'warn' })

  say('Starting the database …')
  const database = await startDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL })
  say(`  ${database.kind === 'embedded' ? `embedded PostgreSQL in ${join(dataDir, 'postgres')}` : 'PostgreSQL of DATABASE_URL'}`)
  try {
    await run(database, logger)
  } catch (error) {
    await database.stop()
    throw error
  }
}
