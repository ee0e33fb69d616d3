import { screenFiles, type NewRemote } from './files.ts'

/** What a repository of its own installs. */
export interface Installed {
  /** Package of this site → its version or archive: `^1.3.0`, `file:packages/adsite-remote-1.3.0.tgz`. */
  readonly packages: Readonly<Record<string, string>>
  /** Library → the version that this workspace has. */
  readonly libraries: Readonly<Record<string, string>>
}

const production = ['@mdi/js', '@tanstack/react-query', 'antd', 'dayjs', 'jotai', 'react', 'react-dom', 'react-router-dom']
const development = ['@testing-library/react', '@types/node', '@types/react', '@types/react-dom', 'jsdom', 'typescript', 'vitest']

/** Libraries that a repository of its own installs. */
export const standaloneLibraries: readonly string[] = [...production, ...development]

const sorted = (entries: [string, string][]) => Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))

function packageFile(name: string, { packages, libraries }: Installed): string {
  const version = (library: string): [string, string] => {
    const found = libraries[library]
    if (found === undefined) throw new Error(`pnpm-workspace.yaml has no version of ${library}`)
    return [library, found]
  }
  const { '@adsite/release': release = '', ...contract } = packages
  const file = {
    name: `remote-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    sideEffects: false,
    scripts: { build: 'node build.ts', dev: 'node dev.ts', types: 'tsc', test: 'vitest run', release: 'release' },
    dependencies: sorted([...Object.entries(contract), ...production.map(version)]),
    devDependencies: sorted([['@adsite/release', release], ...development.map(version)]),
    engines: { node: '>=24' },
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const tsconfig = `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": ["node", "@adsite/remote/css"],
    "jsx": "react-jsx",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "exclude": ["node_modules", "dist"]
}
`

const vitestFile = `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The site's packages import style sheets, which Node alone cannot load.
    server: { deps: { inline: [/@adsite\\//u] } },
    // Screens with pickers are slow in jsdom.
    testTimeout: 30_000,
  },
})
`

const routesFile = (
  name: string,
) => `// The routes of src/area.ts for links, so that the compiler knows their names and parameters: 'id' | 'tab', or never.
import '@adsite/contract'

declare module '@adsite/contract' {
  interface RouteParams {
    readonly '${name}.start': never
  }
}
`

/** The first steps of each job of the pipeline. */
const installed = `    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: 24 }
      - run: npm ci
`

/** The pipeline of a repository of its own. */
const standalonePipeline = (
  name: string,
) => `# Releases the ${name} area over the network, with a token for this unit alone. In the notation of GitHub Actions; copy it
# to where your code host looks for pipelines. Every push to main is tried by a twentieth of the accounts; the site takes
# the build back by itself when it fails more often than the one before. Promoting and rolling back are started by hand.
name: ${name}
on:
  push:
    branches: [main]
  workflow_dispatch:
    inputs:
      action: { type: choice, options: [promote, rollback], required: true }
      build: { description: 'build (rollback: leave empty for the one before)', type: string }
      reason: { type: string, required: true }
concurrency: release-${name}
env:
  REGISTRY: \${{ vars.SITE }} # https://ads.example
  RELEASE_TOKEN: \${{ secrets.RELEASE_TOKEN }} # release token create --unit ${name}, by the operators of the site
  RELEASE_USER: \${{ github.actor }}
  REASON: \${{ inputs.reason || github.sha }}
jobs:
  release:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    env:
      RELEASE_SIGNING_KEY: \${{ secrets.RELEASE_SIGNING_KEY }}
${installed}      - run: npm run types
      - run: npm test
      - run: npm run build
      - run: npx release publish ${name} --json > published.json
      - run: |
          BUILD=$(node -p "JSON.parse(require('fs').readFileSync('published.json')).build")
          npx release promote ${name} "$BUILD" --canary 5% --first-for-all --reason "$REASON"
  promote:
    if: inputs.action == 'promote'
    runs-on: ubuntu-latest
    env:
      BUILD: \${{ inputs.build }}
${installed}      - run: npx release promote ${name} "$BUILD" --reason "$REASON"
  rollback:
    if: inputs.action == 'rollback'
    runs-on: ubuntu-latest
    env:
      BUILD: \${{ inputs.build }}
${installed}      - run: npx release rollback ${name} $BUILD --reason "$REASON"
`

const readmeFile = ({ name, en }: NewRemote) => `# ${en} area

The \`${name}\` area of the site: say here in a sentence what it is for and who works in it. It is developed, tested and released from this repository alone; the site's packages (\`@adsite/…\`) are its dependencies.

\`\`\`
npm install
npm test
npm run types
npm run build
npm run dev -- --site https://ads.example
\`\`\`

\`dev\` serves the area from its sources with fast refresh and prints a link. Opened by an administrator of the site, it runs in that browser alone.

## Start reading

1. [src/area.ts](src/area.ts): all screens with their addresses, permissions and menu entries.
2. [src/start/StartScreen.tsx](src/start/StartScreen.tsx): the first screen, and its test beside it.
3. [src/routes.d.ts](src/routes.d.ts): the names of the routes for links.

The packages have their documentation in their READMEs and declarations, and what has changed in \`node_modules/@adsite/contract/dist/CHANGELOG.md\`.

## Release

Get a token for this unit from the operators of the site, and give them a public key:

\`\`\`
npx release keygen
\`\`\`

\`\`\`
export REGISTRY=https://ads.example RELEASE_TOKEN=… RELEASE_SIGNING_KEY=…
npx release publish ${name}
npx release promote ${name} BUILD --canary 5% --reason "new start screen"
npx release promote ${name} BUILD --reason "nobody complains"
npx release rollback ${name} --reason "the list stays empty"
npx release status
\`\`\`

[pipeline.yml](pipeline.yml) does the same in a pipeline. A build that needs a newer shell than the site has is refused: \`npm outdated\` says which versions of the packages there are, and the site's operators which contract its shell has.

## Update the packages

\`\`\`
npm install @adsite/contract@latest @adsite/i18n@latest @adsite/api-client@latest @adsite/auth@latest @adsite/remote@latest @adsite/screen-kit@latest
npm install --save-dev @adsite/release@latest
\`\`\`

All have one version, that of the contract between shell and areas. A minor version only adds; an area that is built against it needs a shell of that version or a newer one. A major version removes, and the changelog says what.
`

/** The files of an area in a repository of its own: path → text. */
export function standaloneFilesOf(remote: NewRemote, installed: Installed): Readonly<Record<string, string>> {
  const { name } = remote
  return {
    ...screenFiles(remote),
    'package.json': packageFile(name, installed),
    'tsconfig.json': tsconfig,
    'vitest.config.ts': vitestFile,
    'build.ts': "import { buildRemote } from '@adsite/remote/webpack'\n\nawait buildRemote(import.meta.dirname)\n",
    'dev.ts': `import { developRemote } from '@adsite/remote/webpack'\n\nawait developRemote(import.meta.dirname, process.argv.slice(2), { command: 'npm run dev --' })\n`,
    '.gitignore': 'node_modules/\ndist/\npublished.json\n',
    'README.md': readmeFile(remote),
    'pipeline.yml': standalonePipeline(name),
    'src/routes.d.ts': routesFile(name),
  }
}
