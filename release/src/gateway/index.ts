import { Hono } from 'hono'
import { checkName, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { serveBuilds } from './serve-builds.ts'
import { serveEvents } from './events.ts'
import { commonHeaders, notFound } from './http.ts'
import { watchLive } from './live.ts'
import { servePage, type PageOptions } from './serve-page.ts'
import { servePointers } from './pointers.ts'
import { servePreviewFrame } from './serve-preview-frame.ts'

export interface GatewayOptions extends PageOptions {
  readonly registry: Registry
  /** Default: stable. */
  readonly channel?: string
  /** Called once for each problem of reading the registry. */
  readonly report: (problem: string) => void
}

export interface Readiness {
  readonly ready: boolean
  /** null if ready. */
  readonly reason: string | null
  /** What is wrong although it is ready, by unit: these units are served from an earlier state, or without their canary. */
  readonly degraded: Readonly<Record<string, string>>
}

/** What a gateway does now. */
export interface GatewayFigures {
  /** Browsers that listen for moved pointers. */
  readonly streams: number
  /** How long ago the registry was read (seconds); null before the first time. */
  readonly registryAge: number | null
  /** What most accounts receive, by unit. */
  readonly builds: Readonly<Record<string, string>>
}

export interface Gateway {
  /** Serves /r, /registry and every page. Mount it after the API, because its pages answer all remaining paths. */
  readonly app: Hono
  /** True if the registry can be read and a shell is live. */
  gatewayReady(): Promise<Readiness>
  figures(): GatewayFigures
  /** Ends the event streams and stops watching. */
  close(): void
}

/** Serves a registry's builds, and pages made of them (spec/platform "Storage"; spec/platform "Pointers"). */
export function createGateway(options: GatewayOptions): Gateway {
  const { registry, channel = 'stable', report } = options
  checkName('channel', channel)
  const live = watchLive(registry, channel, report)
  const events = serveEvents(live)
  const app = new Hono()
  app.route('/', serveBuilds(registry))
  app.route('/', servePointers(live, registry, options))
  app.route('/', events.app)
  app.all('/registry/*', () => notFound())
  app.route('/', servePreviewFrame(options.previewScript))
  app.route('/', servePage(live, registry, options))
  app.notFound(() => notFound())
  app.onError((error) => {
    report(`A request failed: ${error.message}`)
    const body = JSON.stringify({ code: 'unavailable', message: 'The registry cannot be read.' })
    return new Response(body, {
      status: 503,
      headers: { ...commonHeaders, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  })

  return {
    app,
    async gatewayReady() {
      try {
        const { shell, degraded } = await live.refresh()
        return { ready: shell !== null, reason: shell ? null : `No shell has been promoted on ${channel}`, degraded }
      } catch (error) {
        const reason = `The registry cannot be read: ${error instanceof Error ? error.message : String(error)}`
        return { ready: false, reason, degraded: {} }
      }
    },
    figures() {
      const latest = live.latest()
      const { shell, remotes = {} } = latest?.snapshot.pointers ?? {}
      const builds = Object.entries(remotes).map(([unit, { stable }]) => [unit, stable.build] as const)
      return {
        streams: events.count(),
        registryAge: latest?.age ?? null,
        builds: Object.fromEntries([...(shell ? [[shellUnit, shell.build] as const] : []), ...builds]),
      }
    },
    close() {
      events.close()
      live.close()
    },
  }
}
