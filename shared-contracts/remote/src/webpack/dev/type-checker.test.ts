import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readErrors, typeChecker, type TypeChecker } from './type-checker.ts'

let folder: string
let checker: TypeChecker | undefined
const write = (path: string, text: string) => writeFile(join(folder, path), text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsite-types-'))
  await mkdir(join(folder, 'src'))
  await mkdir(join(folder, 'node_modules'))
  await write('package.json', '{}')
  await write('tsconfig.json', JSON.stringify({ compilerOptions: { types: [], lib: ['es5'] } }))
})
afterEach(async () => {
  await checker?.stop()
  await rm(folder, { recursive: true })
})

/** Starts a checker; each call of the answer waits for the errors of one more check. */
async function start(): Promise<() => Promise<readonly string[]>> {
  const checks: (readonly string[])[] = []
  let heard = () => {}
  checker = await typeChecker(folder, (errors) => {
    checks.push(errors)
    heard()
  })
  return async () => {
    if (checks.length === 0) await new Promise<void>((resolve) => (heard = resolve))
    return checks.shift() ?? []
  }
}

it('a change during a check is checked after it', async () => {
  await symlink(dirname(createRequire(import.meta.filename).resolve('typescript/package.json')), join(folder, 'node_modules', 'typescript'))
  await write('src/area.ts', "import { count } from './count'\nexport const twice: string = count\n")
  await write('src/count.ts', "export const count = '2'\n")
  const next = await start()
  checker?.check()
  await write('src/count.ts', 'export const count = 2\n')
  checker?.check()
  // Whether the first check saw the change is a matter of luck.
  await next()
  expect(await next()).toEqual(["src/area.ts(2,14): error TS2322: Type 'number' is not assignable to type 'string'."])
  await write('src/count.ts', "export const count = '2'\n")
  checker?.check()
  expect(await next()).toEqual([])
})

it('a compiler that fails without an error of types does not count as a success', async () => {
  await mkdir(join(folder, 'node_modules', 'typescript', 'bin'), { recursive: true })
  await write('node_modules/typescript/package.json', '{}')
  await write('node_modules/typescript/bin/tsc', 'console.error("out of memory"); process.exit(3)')
  const next = await start()
  checker?.check()
  expect(await next()).toEqual([expect.stringContaining('out of memory')])
})

it('messages keep their further lines', () => {
  const printed = `src/area.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
  The expected type comes from property 'id'.
error TS6053: File not found.
Files: 12
`
  expect(readErrors(printed)).toEqual([
    "src/area.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n  The expected type comes from property 'id'.",
    'error TS6053: File not found.',
  ])
})
