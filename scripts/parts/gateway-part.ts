import { isSignedOut, readAccount, readDevelopment, readPreview } from '@adsite/api'
import { createGateway } from '@adsite/release/gateway'
import { Hono } from 'hono'
import { measureGateway } from './measure-gateway.ts'
import type { PartDefinition } from './part-definition.ts'
import { passOn } from './pass-on.ts'
import { readAnswers } from './page/read-answers.ts'
import { signInAddress } from './page/sign-in-address.ts'
import { securityText } from './security-text.ts'

/** Serves pages, builds and pointers out of the registry, and passes calls on to the API where that is another process. */
export const gatewayPart: PartDefinition = {
  summary: 'serves pages and builds, and passes calls on to the API',
  needs: ['DATABASE_URL', 'REGISTRY', 'SITE_URL', 'API_URL'],
  reads: ['TRUSTED_PROXY', 'RELEASE_PUBLIC_KEY', 'FONT_STYLESHEET', 'FONT_FILES', 'PREVIEW_SCRIPT', 'SECURITY_CONTACT', 'DEFAULT_LANGUAGE'],
  // Pages are served while the database is away, too.
  needsSchema: false,
  async start({ settings, logger, metrics, db, registry, answer }) {
    const { https, apiUrl, securityContact, address } = settings
    const signedOut = ({ headers }: Request) => isSignedOut(db, headers.get('cookie') ?? '', https)
    const gateway = createGateway({
      registry,
      settings: { defaultLanguage: settings.defaultLanguage },
      font: settings.font,
      previewScript: settings.previewScript,
      https,
      readAccount: (cookies) => readAccount(db, cookies, https),
      readDevelopment: (cookies) => readDevelopment(db, cookies, https),
      readPreview: (cookies) => readPreview(db, cookies, https),
      signInAddress: async (request) => ((await signedOut(request)) ? signInAddress(request.url) : null),
      readAnswers: readAnswers(answer, signedOut, settings),
      report: (problem) => logger.error(problem),
    })
    measureGateway(gateway, metrics.register)
    const calls = apiUrl && passOn(apiUrl, { settings, logger })
    const app = new Hono()
    if (securityContact) app.get('/.well-known/security.txt', (c) => c.text(securityText(securityContact, address, new Date())))
    if (calls) app.route('/', calls.app)
    app.route('/', gateway.app)
    return {
      app,
      checks: {
        async registry() {
          const { ready, reason, degraded } = await gateway.gatewayReady()
          if (!ready) throw new Error(reason ?? 'not ready')
          return degraded
        },
        ...(calls && { api: calls.reaches }),
      },
      drain: () => gateway.close(),
      close: async () => calls?.close(),
    }
  },
}
