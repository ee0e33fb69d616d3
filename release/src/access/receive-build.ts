import { remoteRelease, shellRelease, type Release } from '@adsite/remote/release-format'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { checkBuild, readManifest } from '../build/build-directory.ts'
import { storeBuild, type Published } from '../actions/publish.ts'
import { ReleaseError } from '../error/release-error.ts'
import { checkName, shellUnit } from '../registry/layout.ts'
import { describeIssue, type Registry } from '../registry/registry.ts'

/** A build as it arrives over the network. Nothing of it is trusted. */
export interface SentBuild {
  readonly unit: string
  readonly channel: string
  /** release.json as its publisher signed it. */
  readonly release: string
  /** Every file of the build by its path. */
  readonly files: ReadonlyMap<string, Buffer>
}

/**
 * Checks a build from the network as publish checks one from a directory, and that its release.json has a signature by
 * an accepted key and describes exactly these files. Then stores it.
 * @throws ReleaseError, with nothing written
 */
export async function receiveBuild(registry: Registry, sent: SentBuild): Promise<Published> {
  const { unit, channel, files } = sent
  checkName('unit', unit)
  checkName('channel', channel)
  const what = `The build of ${unit} was not published`
  const release = readRelease(sent, what)
  checkSignedNow(release, what)
  const fault = (await registry.keys()).fault(release)
  if (fault !== null) {
    const advice = `Sign with a key that the site accepts for ${unit}: RELEASE_SIGNING_KEY, and its public key among those of the site`
    throw new ReleaseError('signature_invalid', { what, why: fault, advice })
  }
  const directory = checkBuild(unit, files, what, 'the build again')
  const manifest = readManifest(unit, Buffer.from(JSON.stringify(release.manifest)), what, 'the build again')
  const same = isDeepStrictEqual(manifest, directory.unit) && isDeepStrictEqual({ ...release.files }, { ...directory.files })
  if (!same || release.build !== manifest.manifest.build) {
    throw new ReleaseError('file_changed', {
      what,
      why: 'the files that arrived are not those that its release.json describes',
      advice: 'Publish the build again from its directory',
    })
  }
  return storeBuild(registry, { unit, channel, directory, sign: () => release })
}

/** How long a build may be on its way after it was signed, and how far the clock of its publisher may be ahead (milliseconds). */
const onItsWay = { most: 86_400_000, ahead: 3_600_000 }

/** Releases can be downloaded, signature and all; one that was pruned must not come back with a mere token. */
function checkSignedNow({ created_at: signed }: Release, what: string): void {
  const age = Date.now() - Date.parse(signed)
  if (age <= onItsWay.most && age >= -onItsWay.ahead) return
  const why = `it was signed at ${signed}, and this site's clock says ${new Date().toISOString()}`
  throw new ReleaseError('request_invalid', { what, why, advice: 'Publish it again from its directory, on a machine whose clock is right' })
}

function readRelease({ unit, release }: SentBuild, what: string): Release {
  const invalid = (why: string) =>
    new ReleaseError('request_invalid', {
      what,
      why: `in its release.json ${why}`,
      advice: "Publish with the release tools of this site's version",
    })
  let json: unknown
  try {
    json = JSON.parse(release)
  } catch {
    throw invalid('there is no JSON')
  }
  const schema: v.GenericSchema<unknown, Release> = unit === shellUnit ? shellRelease : remoteRelease
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw invalid(describeIssue(parsed.issues[0]))
  checkName('build', parsed.output.build)
  if (parsed.output.unit !== unit) throw invalid(`"unit" is ${JSON.stringify(parsed.output.unit)}, not ${JSON.stringify(unit)}`)
  // The manifest is kept as it was read: the signature covers members that this version does not know.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it was parsed above, which drops these members
  return json as Release
}
