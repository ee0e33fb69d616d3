// Who may import whom (spec/design "Floors"). Each package.json names its role under `adsite.role`;
// this is the one table over the roles. Everything that is not listed is forbidden.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { globSync } from 'node:fs'

const mayImport = {
  contract: [],
  i18n: ['contract'],
  s3: [],
  client: ['contract'],
  'api-client': ['contract', 'i18n'],
  remote: ['contract', 'i18n'],
  auth: ['contract', 'i18n', 'api-client', 'remote'],
  'screen-kit': ['contract', 'i18n', 'api-client', 'remote', 'auth'],
  shell: ['contract', 'i18n', 'api-client', 'remote', 'auth', 'screen-kit'],
  area: ['contract', 'i18n', 'api-client', 'remote', 'auth', 'screen-kit'],
  api: ['contract', 's3', 'client'],
  release: ['remote', 's3'],
  bench: ['contract', 'api', 'remote'],
  e2e: ['contract'],
  mutation: [],
}

const packages = globSync(
  ['shell', 'remote-*', 'shared-contracts/*', 'api', 'release', 'bench', 'mutation', 'e2e'].map((folder) => `${folder}/package.json`),
).map((file) => {
  const { name, adsite } = JSON.parse(readFileSync(file, 'utf8'))
  if (!Object.hasOwn(mayImport, adsite?.role)) throw new Error(`${file}: adsite.role must be one of ${Object.keys(mayImport).join(', ')}`)
  return { folder: dirname(file), name, role: adsite.role }
})

const inside = (folders) => `^(${folders.join('|')})/`

const floors = packages.map(({ folder, name, role }) => ({
  name: `floor-${name.split('/')[1]}`,
  comment: `${name} has the role "${role}" and may import: ${mayImport[role].join(', ') || 'no other package'}.`,
  severity: 'error',
  from: { path: inside([folder]) },
  to: {
    path: inside(packages.filter((other) => other.folder !== folder && !mayImport[role].includes(other.role)).map((other) => other.folder)),
  },
}))

export default {
  forbidden: [
    ...floors,
    {
      name: 'no-circle',
      comment: 'Modules may not import each other in a circle.',
      severity: 'error',
      from: {},
      // A screen that is loaded lazily is no circle with the table that names it.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-way-around-exports',
      comment: 'Another package is imported by its name, through its exports, never by a path into it.',
      severity: 'error',
      from: { path: '^(shared-contracts/[^/]+|[^/]+)/' },
      to: { pathNot: '^$1/|node_modules', dependencyTypes: ['local'] },
    },
    {
      name: 'release-format-only',
      comment: 'Release tools know of a remote only what the release format says.',
      severity: 'error',
      from: { path: '^release/' },
      to: { path: '^shared-contracts/remote/', pathNot: '^shared-contracts/remote/src/release-format\\.ts$' },
    },
    {
      name: 'declared',
      comment: 'Every import resolves to something that the package itself declares.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'Tests and their helpers stay out of what is built and served.',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|/testing/|^(e2e|mutation)/|vitest\\.' },
      to: { path: '\\.test\\.tsx?$|/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|\\.cache|^data/' },
    parser: 'swc',
    tsPreCompilationDeps: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
