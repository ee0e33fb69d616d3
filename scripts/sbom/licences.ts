import * as v from 'valibot'

/** Licences (SPDX) under which a package may be part of what we run or deliver. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  '(MIT AND Zlib)',
  'MIT-0',
  'Unlicense',
])

/** Packages with other licences, and why each is fine. A name stands for one package, a prefix with `*` for several. */
const exceptions: Readonly<Record<string, { readonly licence: string; readonly reason: string }>> = {
  '@fontsource-variable/roboto': { licence: 'OFL-1.1', reason: 'a font; it may be delivered with software' },
  '@img/sharp-libvips-*': { licence: 'LGPL-3.0-or-later', reason: 'loaded as a shared library, unchanged, and replaceable' },
  'caniuse-lite': { licence: 'CC-BY-4.0', reason: 'data of the build; nothing of it is delivered' },
  'lightningcss*': { licence: 'MPL-2.0', reason: 'a tool of the build, unchanged; nothing of it is delivered' },
}

const licence = v.union([
  v.object({ expression: v.string() }),
  v.object({ license: v.union([v.object({ id: v.string() }), v.object({ name: v.string() })]) }),
])

/** What the check reads of a CycloneDX component. */
export const component = v.object({
  group: v.optional(v.string()),
  name: v.string(),
  version: v.string(),
  purl: v.string(),
  licenses: v.optional(v.array(licence), []),
})
export type Component = v.InferOutput<typeof component>

const own = '@adsite'
const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)

function licenceOf({ licenses }: Component): string {
  const names = licenses.map((each) => {
    if ('expression' in each) return each.expression
    return 'id' in each.license ? each.license.id : each.license.name
  })
  return names.length > 0 ? names.join(' AND ') : 'none'
}

function isException(name: string, found: string): boolean {
  return Object.entries(exceptions).some(
    ([pattern, { licence: accepted }]) =>
      accepted === found && (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern),
  )
}

/** One sentence for each component whose licence nobody has accepted. */
export function licenceFaults(components: readonly Component[]): string[] {
  return components.flatMap((each) => {
    const [name, found] = [nameOf(each), licenceOf(each)]
    if (each.group === own || allowed.has(found) || isException(name, found)) return []
    return [`${name} ${each.version} has the licence ${found}: accept it in scripts/sbom/licences.ts, or remove the package.`]
  })
}
