import type { Release, RemoteRelease } from '@adsite/remote/release-format'
import { checkAgainstLive } from '../build/checks.ts'
import { ReleaseError } from '../error/release-error.ts'
import { readEffectivePointer } from '../registry/effective-pointer.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

/** The shell's own page that a preview is started from. A shell without it could not show that it is previewed. */
export const previewPage = 'preview'

/** A build that would run in a preview. */
export interface PreviewedBuild {
  readonly unit: string
  readonly build: string
  readonly title: RemoteRelease['manifest']['title'] | null
  readonly published_at: string
  /** Operations have marked it bad. */
  readonly bad: boolean
}

async function readBuild(registry: Registry, unit: string, build: string, what: string): Promise<Release> {
  const release = unit === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(unit, build)
  if (release) return release
  throw new ReleaseError('build_unknown', {
    what,
    why: `the registry has no build ${build} of ${unit}`,
    advice: `Publish it first, or choose one that "release status ${unit}" lists`,
  })
}

/**
 * Reads the builds of a preview and refuses those that could not run: unknown, unsigned, or incompatible with each
 * other or with what is live on the channel.
 * @throws ReleaseError
 */
export async function checkPreview(
  registry: Registry,
  channel: string,
  builds: Readonly<Record<string, string>>,
): Promise<PreviewedBuild[]> {
  const named = Object.entries(builds)
  const what = `The preview of ${named.map(([unit, build]) => `${unit} ${build}`).join(' and ')} is not possible`
  const releases = await Promise.all(named.map(([unit, build]) => readBuild(registry, unit, build, what)))
  for (const release of releases) {
    const pages = 'pages' in release.manifest ? release.manifest.pages : undefined
    if (release.unit !== shellUnit || pages?.includes(previewPage)) continue
    throw new ReleaseError('preview_invalid', {
      what,
      why: `the shell ${release.build} is older than previews and would not say that it is one`,
      advice: 'Preview a newer shell, or the remotes alone',
    })
  }
  await checkAgainstLive(registry, channel, releases, what)
  return Promise.all(
    releases.map(async ({ unit, build, created_at, manifest }) => {
      const live = await readEffectivePointer(registry, channel, unit)
      const bad = live?.pointer.bad.includes(build) ?? false
      return { unit, build, title: 'title' in manifest ? manifest.title : null, published_at: created_at, bad }
    }),
  )
}
