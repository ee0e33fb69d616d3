import { buildBase, type RemoteRelease } from '@adsite/remote'

declare global {
  /** URL path → sha384 (base64) of every script and style a remote may load; read by the remotes' own loaders. */
  var adsitePins: Record<string, string> | undefined
}

/** Pins the files of a build by hash before any of them is loaded (spec/quality "Remotes"). */
export function pinFiles(release: RemoteRelease): void {
  const pins = (globalThis.adsitePins ??= Object.create(null))
  for (const [file, { sha384 }] of Object.entries(release.files)) pins[buildBase(release) + file] = sha384
}
