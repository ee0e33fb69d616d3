import type { Command } from 'commander'
import { askSite } from '../error/ask-site.ts'
import { ReleaseError } from '../error/release-error.ts'
import { checkPreview } from '../preview/check-preview.ts'
import { previewHours, signPreview } from '../preview/preview-link.ts'
import { configuredKeys } from '../signing/key-source.ts'
import { isSite, type Place } from './place.ts'
import { accountIds, siteAddress, wholeNumber } from './values.ts'

interface PreviewCommandOptions {
  readonly channel: string
  readonly registry: string
  readonly json?: true
  readonly site: URL
  readonly hours: number
  readonly accounts: readonly number[]
}

interface Context {
  readonly open: (options: PreviewCommandOptions) => Promise<Place>
  readonly print: (options: PreviewCommandOptions, result: unknown, text: string) => void
  readonly verb: (program: Command, usage: string, description: string) => Command
}

/** Links that let some people see published builds which are not promoted. */
export function addPreviewCommand(program: Command, { open, print, verb }: Context): void {
  verb(
    program,
    'preview <unit> <build> [more...]',
    'Make a link to see published builds on a site: for administrators, in one session, until it ends. Others see no change.',
  )
    .requiredOption('--site <url>', 'the site that the link is for, as in https://ads.example', (text) => new URL(siteAddress(text)))
    .option(
      '--hours <number>',
      `how long it is valid, ${previewHours.max} at the most`,
      wholeNumber('hours', { min: 1, max: previewHours.max }),
      previewHours.default,
    )
    .option('--accounts <ids>', 'users of these accounts may open it too, as in 12,31', accountIds, [])
    .action(async (unit: string, build: string, more: string[], options: PreviewCommandOptions, command: Command) => {
      const builds: Record<string, string> = {}
      for (const [index, name] of [unit, build, ...more].entries()) {
        if (index % 2 === 1) continue
        const next = [unit, build, ...more][index + 1]
        if (next === undefined) command.error(`error: no build is named for ${name}: give UNIT BUILD UNIT BUILD …`)
        if (Object.hasOwn(builds, name)) command.error(`error: ${name} is named twice: a preview has one build of each unit`)
        builds[name] = next
      }
      const made = await makeLink(await open(options), builds, options)
      print(options, made, `${made.link}\nValid until ${made.until}.`)
    })
}

async function makeLink(
  place: Place,
  builds: Readonly<Record<string, string>>,
  { channel, site, hours: valid, accounts }: PreviewCommandOptions,
): Promise<{ readonly link: string; readonly until: string }> {
  // A site checks the builds when the link is opened, and gives no key away.
  const keys = isSite(place) ? configuredKeys(process.env) : await place.keys()
  if (!isSite(place)) await checkPreview(place, channel, builds)
  if (!keys) {
    const advice = 'Set it to a private key that the site accepts, as for publishing'
    throw new ReleaseError('signing_key_missing', { what: 'No link was made', why: 'RELEASE_SIGNING_KEY is not set', advice })
  }
  const until = new Date((await timeOf(site)).getTime() + valid * 3_600_000).toISOString()
  const token = signPreview(keys, { site: site.origin, builds: { ...builds }, until, accounts: [...accounts] })
  const link = new URL('/preview', site)
  link.searchParams.set('token', token)
  return { link: link.href, until }
}

/** The time of the site, because the clock of this machine may be wrong and the site judges by its own. */
async function timeOf(site: URL): Promise<Date> {
  const what = 'No link was made'
  const advice = 'Give the address that people type, and check that it can be reached from here'
  const answer = await askSite(new URL('/healthz', site), { what, advice, signal: AbortSignal.timeout(10_000) })
  const date = answer.headers.get('date')
  if (answer.ok && date !== null && !Number.isNaN(Date.parse(date))) return new Date(date)
  throw new ReleaseError('site_failed', { what, why: `${site.origin} answered ${answer.status}, and no time`, advice })
}
