/** Names of a new area. */
export interface NewRemote {
  /** First segment of its addresses and name of its unit: `crm`. */
  readonly name: string
  readonly ja: string
  readonly en: string
  /** SVG path of its icon, 24 × 24: the name of an icon of @mdi/js. */
  readonly icon: string
}

/** A string literal of the sources. */
const quoted = (text: string) =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const packageFile = ({ name, en }: NewRemote) => `{
  "name": "@adsite/remote-${name}",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "sideEffects": false,
  "exports": {},
  "scripts": {
    "build": "node build.ts"
  },
  "dependencies": {
    "@adsite/i18n": "workspace:*",
    "@adsite/remote": "workspace:*",
    "@adsite/screen-kit": "workspace:*",
    "@mdi/js": "catalog:",
    "antd": "catalog:",
    "react": "catalog:",
    "react-dom": "catalog:",
    "react-router-dom": "catalog:"
  },
  "devDependencies": {
    "@testing-library/react": "catalog:",
    "@types/react": "catalog:",
    "@types/react-dom": "catalog:",
    "jsdom": "catalog:",
    "vitest": "catalog:",
    "webpack": "catalog:"
  },
  "adsite": {
    "role": "area",
    "owner": ${JSON.stringify(en)}
  }
}
`

const areaFile = ({ name, ja, en, icon }: NewRemote) => `import { defineArea } from '@adsite/remote'
import { ${icon}, mdiFlagOutline } from '@mdi/js'

/** ${ja}, ${en}. */
export const area = defineArea({
  area: '${name}',
  title: { ja: ${quoted(ja)}, en: ${quoted(en)} },
  icon: ${icon},
  routes: [
    {
      name: '${name}.start',
      path: '/${name}/start',
      // Everybody who is signed in; name a permission of the contract's table that says more.
      permission: 'dashboard.read',
      title: { ja: 'はじめに', en: 'Start' },
      screen: () => import('./start/StartScreen.tsx'),
      menu: { icon: mdiFlagOutline },
    },
  ],
})
`

const textsFile = ({ name, ja, en }: NewRemote) => `import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  welcome: { ja: ${quoted(`${ja}へようこそ`)}, en: ${quoted(`Welcome to ${en}`)} },
  next: {
    ja: '画面は src/area.ts のルート表に追加します。',
    en: 'Add screens to the route table in src/area.ts.',
  },
} as const satisfies Record<string, Text>

export type TextKey = keyof typeof texts

/** The namespace depends on the content, because two builds of the area may live in one page, each with its own texts. */
const namespace = \`${name}-\${contentHash(JSON.stringify(texts))}\`

export function useAreaText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
`

const screenFile = `import { Page, Panel } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useAreaText } from '../base/texts.ts'

export default function StartScreen(): ReactNode {
  const text = useAreaText()
  return (
    <Page title={text('welcome')}>
      <Panel title={text('welcome')}>
        <p>{text('next')}</p>
      </Panel>
    </Page>
  )
}
`

const testFile = ({ name, ja, en }: NewRemote) => `// @vitest-environment jsdom
import { openScreen } from '@adsite/screen-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import StartScreen from './StartScreen.tsx'

afterEach(cleanup)

test.each([
  ['ja', ${quoted(`${ja}へようこそ`)}],
  ['en', ${quoted(`Welcome to ${en}`)}],
] as const)('says in %s where one is', async (language, welcome) => {
  await openScreen({ '/${name}/start': <StartScreen /> }, '/${name}/start', { language })
  expect(await screen.findByRole('heading', { level: 1, name: welcome })).toBeDefined()
})
`

/** The area's pipeline, to be copied to where the code host expects it. */
export const pipelineFile = (
  name: string,
) => `# Releases the ${name} area on its own day: nothing of the shell or of another area is built or touched.
# An example in the notation of GitHub Actions; copy it to where your code host looks for pipelines.
name: ${name}
on:
  push:
    branches: [main]
    paths: ['remote-${name}/**', 'shared-contracts/**', 'pnpm-lock.yaml']
concurrency: release-${name}
jobs:
  release:
    runs-on: ubuntu-latest
    env:
      REGISTRY: \${{ vars.REGISTRY }} # s3://bucket/prefix
      AWS_ACCESS_KEY_ID: \${{ secrets.AWS_ACCESS_KEY_ID }}
      AWS_SECRET_ACCESS_KEY: \${{ secrets.AWS_SECRET_ACCESS_KEY }}
      RELEASE_SIGNING_KEY: \${{ secrets.RELEASE_SIGNING_KEY }}
      RELEASE_PUBLIC_KEY: \${{ vars.RELEASE_PUBLIC_KEY }}
      RELEASE_USER: \${{ github.actor }}
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: 24 }
      - run: npx --yes pnpm@12.21.0 install --frozen-lockfile
      - run: npx vitest run --project 'unit*' remote-${name} scripts/remote-conformance
      - run: npm run build
        working-directory: remote-${name}
      - id: publish
        run: npm run --silent release -- publish ${name} --json | tee publish.json
      # A link for administrators to see the build before anybody runs it; it ends after a day.
      - run: npm run --silent release -- preview ${name} "$(jq -r .build publish.json)" --site "$SITE" >> "$GITHUB_STEP_SUMMARY"
        env:
          SITE: \${{ vars.SITE }} # https://ads.example
      # What the build was made of, kept beside it.
      - run: npm run sbom -- ${name} --out sbom
      - uses: actions/upload-artifact@v5
        with: { name: sbom, path: sbom }
      # A twentieth of the accounts first; the site takes the build back by itself when it fails more often than the one before.
      - run: npm run release -- promote ${name} "$(jq -r .build publish.json)" --canary 5% --first-for-all --reason "$GITHUB_SHA"
`

const changelogFile = ({ en }: NewRemote) => `# Changelog of ${en}

## 0.1.0

- The area with its first screen.
`

const readmeFile = ({ name, en }: NewRemote) => `# ${en} area

The \`${name}\` remote: say here in a sentence what the area is for and who works in it.

## Public surface

The area exports one thing, its route table in [src/area.ts](src/area.ts): path, permission, title, menu entry and lazy screen of each route. The shell loads the built table at runtime; no package imports this one.

## Start reading

1. [src/area.ts](src/area.ts): all screens and their addresses.
2. [src/start/StartScreen.tsx](src/start/StartScreen.tsx): the first screen.

## Test

Run from the root of the repository:

\`\`\`
npx vitest run --project 'unit*' remote-${name}/src scripts/remote-conformance
npm run dev:${name}
\`\`\`

Add a line to [CHANGELOG.md](CHANGELOG.md) for every change that users of the area notice.
`

/** The files that an area has in this workspace and in a repository of its own. */
export function screenFiles(remote: NewRemote): Readonly<Record<string, string>> {
  return {
    'CHANGELOG.md': changelogFile(remote),
    'src/area.ts': areaFile(remote),
    'src/base/texts.ts': textsFile(remote),
    'src/start/StartScreen.tsx': screenFile,
    'src/start/StartScreen.test.tsx': testFile(remote),
  }
}

/** The files of a new area: path below \\`remote-<name>/\\` → text. */
export function filesOf(remote: NewRemote): Readonly<Record<string, string>> {
  return {
    ...screenFiles(remote),
    'package.json': packageFile(remote),
    'build.ts': "import { buildRemote } from '@adsite/remote/webpack'\n\nawait buildRemote(import.meta.dirname)\n",
    'README.md': readmeFile(remote),
    'pipeline.yml': pipelineFile(remote.name),
  }
}
