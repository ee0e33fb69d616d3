import { openSite, type Site } from '../access/site.ts'
import { ReleaseError } from '../error/release-error.ts'
import { openRegistry, type Registry } from '../registry/registry.ts'

/** What a verb works on: a registry, or a site that is asked over the network. */
export type Place = Registry | Site

export const isSite = (place: Place): place is Site => 'call' in place

/** Opens what `--registry` names: a directory, a bucket, or a site. `notify` is told of a created key. */
export function openPlace(location: string, who: string, notify: (text: string) => void): Place {
  if (/^https?:\/\//u.test(location)) return openSite(location, { token: process.env.RELEASE_TOKEN, who })
  return openRegistry(location, { notify })
}

/** The registry itself, for what no token permits. */
export function registryOf(place: Place, what: string): Registry {
  if (!isSite(place)) return place
  const advice = 'Name the registry itself with --registry: its directory, or s3://bucket/prefix'
  throw new ReleaseError('not_permitted', { what, why: 'a site does not offer it over the network', advice })
}
