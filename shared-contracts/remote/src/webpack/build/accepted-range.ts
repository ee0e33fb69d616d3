import * as v from 'valibot'
import { satisfies, versionRange } from '../../contract-version.ts'
import { packageOf, readPackage, versionOf } from './build-id.ts'

/**
 * The versions of a shared module that the remote in `folder` works with, as its peerDependencies state them:
 * `"react": "^18.3.0 || ^19.0.0"`. Undefined where they do not name the package.
 * @throws if the range has another form, or excludes the version that the remote is built with
 */
export function acceptedRange(folder: string, module: string): string | undefined {
  const name = packageOf(module)
  const own = readPackage(folder)
  const range = own.peerDependencies?.[name]
  if (range === undefined) return undefined
  const stated = `peerDependencies of ${own.name} state ${name} ${range}`
  if (!v.is(versionRange, range)) throw new Error(`${stated}: write it as "^1.2.0", or as "^1.2.0 || ^2.0.0" for several major versions.`)
  const built = versionOf(folder, module)
  if (!satisfies(built, range)) throw new Error(`${stated}, which excludes ${built}, the version that it is built with.`)
  return range
}
