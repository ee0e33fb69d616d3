import { openSite, type Site } from '../access/site.ts'
import { ReleaseError } from '../error/release-error.ts'
import { layout } from '../registry/layout.ts'
import { openRegistry, type Registry } from '../registry/registry.ts'

/** What a verb works on: a registry, or a site that is asked over the network. */
export type Place = Registry | Site

export const isSite = (place: Place): place is Site => 'call' in place

/** Opens what `--registry` names: a directory, a bucket, or a site. `notify` is told of a created key. */
export function openPlace(location: string, who: string, notify: (text: string) => void): Place {
  if (/^https?:\/\//u.test(location)) return openSite(location, { token: process.env.RELEASE_TOKEN, who })
  return openRegistry(location, { notify })
}

/**
 * Refuses a place in which nothing was ever published or set up: it is the wrong one, in which nothing would be found wrong.
 * @throws ReleaseError `registry_unknown`
 */
export async function checkRegistry({ storage }: Registry): Promise<void> {
  for (const key of [layout.units, layout.channels, layout.loggedChannels, layout.tokens]) {
    if ((await storage.list(key)).length > 0) return
  }
  throw new ReleaseError('registry_unknown', {
    what: 'Nothing was looked at or changed',
    why: `there is no registry in ${storage.location}`,
    advice: 'Name the right place with --registry; the first "release publish" makes a registry',
  })
}

/** The registry itself, for what no token permits. */
export function registryOf(place: Place, what: string): Registry {
  if (!isSite(place)) return place
  const advice = 'Name the registry itself with --registry: its directory, or s3://bucket/prefix'
  throw new ReleaseError('not_permitted', { what, why: 'a site does not offer it over the network', advice })
}
